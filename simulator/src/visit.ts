import { Agent } from 'node:http'
import { type Cookies, createCookies } from './cookies.ts'
import { type Form, findOpenForm } from './forms.ts'
import { ask, type Reply } from './http-client.ts'
import { isOnThisMachine } from './is-loopback.ts'

/** The last answer's status, and whether the page had a form by which it says that a person is there. */
type Visit = { status: number; submitted: boolean }
type Problem = { problem: string }

type Step = { method: 'GET' | 'POST'; url: URL; headers: Record<string, string>; body: string | null }
type Arrived = { url: URL; reply: Reply }

const mostRedirects = 20
const answerTimeoutMilliseconds = 5_000

/** A person follows a link and stays long enough for the page to say so. Each visit is a browser that was never there before. */
export async function visit(link: URL): Promise<Visit | Problem> {
  const cookies = createCookies()
  const agent = new Agent({ keepAlive: true, timeout: answerTimeoutMilliseconds })
  try {
    const page = await go(agent, cookies, follow(link))
    if ('problem' in page) return page
    const form = page.reply.status < 400 ? findOpenForm(page.reply.body, page.url) : null
    if (form === null) return { status: page.reply.status, submitted: false }

    const answer = await go(agent, cookies, submit(form, page.url))
    return 'problem' in answer ? answer : { status: answer.reply.status, submitted: true }
  } finally {
    agent.destroy()
  }
}

const navigation = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

/** A link in a mail program: no page has led to it. */
function follow(url: URL): Step {
  return { method: 'GET', url, headers: { ...navigation, 'sec-fetch-site': 'none' }, body: null }
}

function submit({ action, fields }: Form, page: URL): Step {
  const headers = {
    ...navigation,
    'content-type': 'application/x-www-form-urlencoded',
    origin: page.origin,
    'sec-fetch-site': action.origin === page.origin ? 'same-origin' : 'cross-site',
  }
  return { method: 'POST', url: action, headers, body: fields.toString() }
}

/** One step and the redirects after it, with the cookies that are set on the way. */
async function go(agent: Agent, cookies: Cookies, first: Step): Promise<Arrived | Problem> {
  let step = first
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    if (!isOnThisMachine(step.url))
      return { problem: `${step.url.origin} is not on this machine, so nobody goes there` }
    const cookie = cookies.headerFor(step.url)
    const headers = cookie === '' ? step.headers : { ...step.headers, cookie }
    const reply = await ask({ ...step, headers, agent }).catch(() => null)
    if (reply === null) return { problem: `${step.url.origin} did not answer` }

    cookies.keep(step.url, reply.headers['set-cookie'] ?? [])
    const next = redirected(step, reply)
    if (next === null) return { url: step.url, reply }
    step = next
  }
  return { problem: `More than ${mostRedirects} redirects` }
}

/** Where an answer sends the browser; null where it is the end. */
function redirected(step: Step, { status, headers }: Reply): Step | null {
  if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined) return null
  const url = URL.parse(headers.location, step.url.href)
  if (url === null) return null
  if (status >= 307) return { ...step, url }
  const { 'content-type': _type, origin: _origin, ...kept } = step.headers
  return { method: 'GET', url, headers: kept, body: null }
}
