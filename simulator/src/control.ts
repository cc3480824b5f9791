import { type Account, readCredits } from './account.ts'
import { channels } from './channels.ts'
import { conversationsOf } from './conversations.ts'
import { renderHome } from './home.ts'
import { type Answer, json, type Route, refusal } from './http.ts'
import { lastSend, writeBack } from './inbound.ts'
import { readAnswer, readInbound } from './inbound-request.ts'
import { renderMail, renderNoMail } from './mail-page.ts'
import { emailStatuses } from './mailgun.ts'
import { attemptOf, everything, type Filter, itemOf, type Status } from './outbox.ts'
import { contentSecurityPolicy, type Page, renderPage } from './page.ts'
import { phoneId } from './phone.ts'
import { phoneProviders } from './phone-providers.ts'
import { readNewReceiver, readReceiverChange } from './receiver-request.ts'
import { readMode, readOpen, readReport } from './report-request.ts'
import type { FirstAttempt } from './reports.ts'
import { isOneOf, type Problem } from './request-body.ts'
import { isTaken } from './retry.ts'
import { readScript } from './script-request.ts'
import type { SimulatorState } from './simulator-state.ts'
import { visit } from './visit.ts'

/** Where the other servers of the outside state are, and whose credits are shown, if anybody said. */
type Places = { smtpPort: number; providersUrl: string; receiversUrl: string; account: () => Account | null }

/** The control interface and the pages for a person. */
export function controlRoutes(state: SimulatorState, places: Places): Route[] {
  const { receiversUrl } = places
  return [
    { method: 'GET', path: '/', answer: () => showHome(state, places) },
    { method: 'GET', path: '/mail/{id}', answer: ({ id }) => showMail(state, id) },
    { method: 'POST', path: '/phones/{id}', answer: ({ id, body }) => answerByForm(state, id, body) },
    { method: 'GET', path: '/outbox', answer: ({ query }) => listOutbox(state, query) },
    { method: 'GET', path: '/attempts', answer: ({ query }) => listAttempts(state, query) },
    { method: 'POST', path: '/script', answer: ({ body }) => writeScript(state, body) },
    { method: 'POST', path: '/reports', answer: ({ body }) => setMode(state, body) },
    { method: 'POST', path: '/report', answer: ({ body }) => report(state, body) },
    { method: 'POST', path: '/inbound', answer: ({ body }) => inbound(state, body) },
    { method: 'POST', path: '/open', answer: ({ body }) => open(state, body) },
    { method: 'POST', path: '/receivers', answer: ({ body }) => addReceiver(state, receiversUrl, body) },
    { method: 'PATCH', path: '/receivers/{id}', answer: ({ id, body }) => changeReceiver(state, id, body) },
    { method: 'GET', path: '/receivers/{id}/deliveries', answer: ({ id }) => listDeliveries(state, id) },
    { method: 'POST', path: '/reset', answer: () => reset(state) },
  ]
}

async function showHome(state: SimulatorState, places: Places): Promise<Answer> {
  const submissions = state.outbox.attempts(everything)
  const accepted = submissions.filter((one) => one.accepted).map(({ arrival }) => arrival)
  const mails = accepted.filter(({ channel }) => channel === 'email')
  const texts = accepted.length - mails.length
  const conversations = await conversationsOf(submissions, state.replies.items())
  const account = places.account()
  const credits = account === null ? {} : { credits: await readCredits(account) }
  const webhooks = state.receivers.newest()
  return page(200, renderHome({ ...places, mails, texts, conversations, webhooks, ...credits }))
}

async function showMail(state: SimulatorState, id: string): Promise<Answer> {
  const mail = state.outbox.find(id)
  return mail?.arrival.channel === 'email' ? page(200, renderMail(await itemOf(mail))) : page(404, renderNoMail())
}

async function listOutbox(state: SimulatorState, query: URLSearchParams): Promise<Answer> {
  const filter = readFilter(query)
  if ('problem' in filter) return refusal(filter.problem)
  return json(200, { items: await Promise.all(state.outbox.accepted(filter).map(itemOf)) })
}

async function listAttempts(state: SimulatorState, query: URLSearchParams): Promise<Answer> {
  const filter = readFilter(query)
  if ('problem' in filter) return refusal(filter.problem)
  return json(200, { items: await Promise.all(state.outbox.attempts(filter).map(attemptOf)) })
}

function readFilter(query: URLSearchParams): Filter | Problem {
  // A misspelt filter would answer with everything, and a test would believe it.
  const unknown = [...query.keys()].find((name) => !['channel', 'to', 'message_id'].includes(name))
  if (unknown !== undefined) return { problem: `Unknown filter ${unknown}: there are channel, to and message_id` }

  const channel = query.get('channel')
  if (channel !== null && !isOneOf(channels, channel))
    return { problem: `channel must be one of ${channels.join(', ')}` }
  return { channel, to: query.get('to'), messageId: query.get('message_id') }
}

function writeScript(state: SimulatorState, body: string): Answer {
  const script = readScript(body)
  if ('problem' in script) return refusal(script.problem)
  state.scripts.write(script)
  return json(200, script)
}

function setMode(state: SimulatorState, body: string): Answer {
  const given = readMode(body)
  if ('problem' in given) return refusal(given.problem)
  state.reports.setMode(given.mode)
  return json(200, given)
}

async function report(state: SimulatorState, body: string): Promise<Answer> {
  const given = readReport(body)
  if ('problem' in given) return refusal(given.problem)
  const { id, status } = given
  const found = state.outbox.find(id)
  if (found === undefined) return unknownId(id)
  const { channel } = found.arrival
  const possible: readonly Status[] = channel === 'email' ? emailStatuses : phoneProviders[channel].statuses
  if (!possible.includes(status)) return refusal(`status must be one of ${possible.join(', ')} for ${channel}`)
  if (found.report === null) return refusal('Its sender gave no StatusCallback, so nothing is reported of it')
  return told('report', await state.reports.send(found.report(status)))
}

async function inbound(state: SimulatorState, body: string): Promise<Answer> {
  const given = readInbound(body)
  if ('problem' in given) return refusal(given.problem)
  const { inReplyTo: id, ...written } = given
  if (id === null) return told('message', await state.reports.send(writeBack(state, { ...written, inReplyTo: null })))

  const found = state.outbox.find(id)
  if (found === undefined) return unknownId(id)
  if (found.arrival.channel !== written.channel || found.arrival.to !== written.from)
    return refusal(`in_reply_to must be something that ${written.from} got by ${written.channel}`)
  return told('message', await state.reports.send(writeBack(state, { ...written, inReplyTo: found })))
}

/** What was typed on the page. It shows there whether the service took it, so every answer leads back. */
async function answerByForm(state: SimulatorState, number: string, form: string): Promise<Answer> {
  const given = readAnswer(number, form)
  if ('problem' in given) return refusal(given.problem)
  // Somebody who holds the telephone answers what came last.
  const inReplyTo = lastSend(state, given.channel, number) ?? null
  await state.reports.send(writeBack(state, { ...given, inReplyTo }))
  return { status: 303, headers: { location: `/#${phoneId(number)}` }, body: '' }
}

/** `what` was to be told to the service. */
function told(what: 'report' | 'message', attempt: FirstAttempt): Answer {
  if (attempt === 'not connected') return json(502, { error: `No service is connected yet: the ${what} waits for it` })
  if (attempt === 'no answer')
    return json(502, { error: `The service did not answer: the ${what} will be tried again` })
  if (isTaken(attempt)) return json(200, {})
  return json(502, { error: `The service answered ${attempt}`, status: attempt })
}

async function open(state: SimulatorState, body: string): Promise<Answer> {
  const given = readOpen(body)
  if ('problem' in given) return refusal(given.problem)
  const found = state.outbox.find(given.id)
  if (found === undefined) return unknownId(given.id)
  const { link } = await found.readBody()
  if (link === null) return refusal('This item has no link to the inbox')

  const visited = await visit(new URL(link))
  if ('problem' in visited) return json(502, { error: visited.problem })
  if (visited.status >= 400) return json(502, { error: `The inbox answered ${visited.status}`, ...visited })
  return json(200, visited)
}

function addReceiver(state: SimulatorState, receiversUrl: string, body: string): Answer {
  const given = readNewReceiver(body)
  if ('problem' in given) return refusal(given.problem)
  const { id } = state.receivers.add(given.behaviour)
  return json(201, { id, url: `${receiversUrl}/${id}` })
}

function changeReceiver(state: SimulatorState, id: string, body: string): Answer {
  const given = readReceiverChange(body)
  if ('problem' in given) return refusal(given.problem)
  const receiver = state.receivers.find(id)
  if (receiver === undefined) return unknownReceiver(id)
  receiver.behaviour = given.behaviour
  return json(200, given)
}

function listDeliveries(state: SimulatorState, id: string): Answer {
  const receiver = state.receivers.find(id)
  return receiver === undefined ? unknownReceiver(id) : json(200, { items: receiver.deliveries.items() })
}

function reset(state: SimulatorState): Answer {
  state.reset()
  return json(200, {})
}

function unknownId(id: string): Answer {
  return json(404, { error: `The outbox has no item ${id}` })
}

function unknownReceiver(id: string): Answer {
  return json(404, { error: `There is no receiver ${id}` })
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
