import { renderHome } from './home.ts'
import { type Answer, json, type Route, refusal } from './http.ts'
import { renderMail, renderNoMail } from './mail-page.ts'
import { everything, type Filter } from './outbox.ts'
import { contentSecurityPolicy, type Page, renderPage } from './page.ts'
import { readScript } from './script-request.ts'
import type { World } from './world.ts'

/** The control interface and the pages for a person. */
export function controlRoutes(world: World, smtpPort: number): Route[] {
  return [
    { method: 'GET', path: '/', answer: () => page(200, renderHome(world.outbox.accepted(everything), smtpPort)) },
    {
      method: 'GET',
      path: '/mail/{id}',
      answer({ id }) {
        const mail = world.outbox.find(id)
        return mail === undefined ? page(404, renderNoMail()) : page(200, renderMail(mail))
      },
    },
    {
      method: 'GET',
      path: '/outbox',
      answer: ({ query }) => list(query, (filter) => world.outbox.accepted(filter)),
    },
    {
      method: 'GET',
      path: '/attempts',
      answer: ({ query }) => list(query, (filter) => world.outbox.attempts(filter)),
    },
    {
      method: 'POST',
      path: '/script',
      answer({ body }) {
        const script = readScript(body)
        if ('problem' in script) return refusal(script.problem)
        world.scripts.write(script)
        return json(200, script)
      },
    },
    {
      method: 'POST',
      path: '/reset',
      answer() {
        world.reset()
        return json(200, {})
      },
    },
  ]
}

/** A channel may be asked about whether or not anything can arrive on it yet. */
const askable = ['email', 'sms', 'whatsapp']

function list(query: URLSearchParams, select: (filter: Filter) => unknown[]): Answer {
  // A misspelt filter would answer with everything, and a test would believe it.
  const unknown = [...query.keys()].find((name) => !['channel', 'to', 'message_id'].includes(name))
  if (unknown !== undefined) return refusal(`Unknown filter ${unknown}: there are channel, to and message_id`)

  const channel = query.get('channel')
  if (channel !== null && !askable.includes(channel)) return refusal(`channel must be one of ${askable.join(', ')}`)
  return json(200, { items: select({ channel, to: query.get('to'), messageId: query.get('message_id') }) })
}

function page(status: number, content: Page): Answer {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy,
      'referrer-policy': 'no-referrer',
    },
    body: renderPage(content),
  }
}
