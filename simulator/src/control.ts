import { type Account, fetchCredits } from './account.ts'
import { channels } from './channels.ts'
import { groupConversations } from './conversations.ts'
import { renderHome } from './home.ts'
import { json, type Route, type RouteResponse, validationError } from './http.ts'
import { createInbound, latestSubmission } from './inbound.ts'
import { readInbound, readReplyForm } from './inbound-request.ts'
import { renderMail, renderNoMail } from './mail-page.ts'
import { emailStatuses } from './mailgun.ts'
import { openInbox } from './open-inbox.ts'
import { type Filter, noFilter, type Status, toAttempt, toItem } from './outbox.ts'
import { contentSecurityPolicy, type Page, renderPage } from './page.ts'
import { phoneId } from './phone.ts'
import { phoneProviders } from './phone-providers.ts'
import { readNewReceiver, readReceiverChange } from './receiver-request.ts'
import { readMode, readOpen, readReport } from './report-request.ts'
import type { FirstAttempt } from './reports.ts'
import { isOneOf, type Problem } from './request-body.ts'
import { isSuccess } from './retry.ts'
import { readScript } from './script-request.ts'
import type { SimulatorState } from './simulator-state.ts'
import { readTemplateDecision } from './template-request.ts'

/** `account` is null until `showCredits` is called. */
type ControlOptions = { smtpPort: number; providersUrl: string; receiversUrl: string; account: () => Account | null }

/** The control interface and the HTML pages. */
export function controlRoutes(state: SimulatorState, options: ControlOptions): Route[] {
  const { receiversUrl } = options
  return [
    { method: 'GET', path: '/', handle: () => showHome(state, options) },
    { method: 'GET', path: '/mail/{id}', handle: ({ id }) => showMail(state, id) },
    { method: 'POST', path: '/phones/{id}', handle: ({ id, body }) => replyByForm(state, id, body) },
    { method: 'GET', path: '/outbox', handle: ({ query }) => listOutbox(state, query) },
    { method: 'GET', path: '/attempts', handle: ({ query }) => listAttempts(state, query) },
    { method: 'POST', path: '/script', handle: ({ body }) => writeScript(state, body) },
    { method: 'POST', path: '/reports', handle: ({ body }) => setMode(state, body) },
    { method: 'POST', path: '/report', handle: ({ body }) => report(state, body) },
    { method: 'POST', path: '/inbound', handle: ({ body }) => inbound(state, body) },
    { method: 'POST', path: '/open', handle: ({ body }) => open(state, body) },
    { method: 'POST', path: '/receivers', handle: ({ body }) => addReceiver(state, receiversUrl, body) },
    { method: 'PATCH', path: '/receivers/{id}', handle: ({ id, body }) => changeReceiver(state, id, body) },
    { method: 'GET', path: '/receivers/{id}/deliveries', handle: ({ id }) => listDeliveries(state, id) },
    { method: 'POST', path: '/templates', handle: ({ body }) => decideTemplate(state, body) },
    { method: 'POST', path: '/reset', handle: () => reset(state) },
  ]
}

async function showHome(state: SimulatorState, options: ControlOptions): Promise<RouteResponse> {
  const submissions = state.outbox.attempts(noFilter)
  const accepted = submissions.filter((one) => one.accepted).map(({ arrival }) => arrival)
  const mails = accepted.filter(({ channel }) => channel === 'email')
  const texts = accepted.length - mails.length
  const conversations = await groupConversations(submissions, state.replies.items())
  const account = options.account()
  const credits = account === null ? {} : { credits: await fetchCredits(account) }
  const webhooks = state.receivers.newest()
  return page(200, renderHome({ ...options, mails, texts, conversations, webhooks, ...credits }))
}

async function showMail(state: SimulatorState, id: string): Promise<RouteResponse> {
  const mail = state.outbox.find(id)
  return mail?.arrival.channel === 'email' ? page(200, renderMail(await toItem(mail))) : page(404, renderNoMail())
}

async function listOutbox(state: SimulatorState, query: URLSearchParams): Promise<RouteResponse> {
  const filter = readFilter(query)
  if ('problem' in filter) return validationError(filter.problem)
  return json(200, { items: await Promise.all(state.outbox.accepted(filter).map(toItem)) })
}

async function listAttempts(state: SimulatorState, query: URLSearchParams): Promise<RouteResponse> {
  const filter = readFilter(query)
  if ('problem' in filter) return validationError(filter.problem)
  return json(200, { items: await Promise.all(state.outbox.attempts(filter).map(toAttempt)) })
}

function readFilter(query: URLSearchParams): Filter | Problem {
  // Ignoring a misspelt filter would return every item, and a test could pass by mistake.
  const unknown = [...query.keys()].find((name) => !['channel', 'to', 'message_id'].includes(name))
  if (unknown !== undefined) return { problem: `Unknown filter ${unknown}: there are channel, to and message_id` }

  const channel = query.get('channel')
  if (channel !== null && !isOneOf(channels, channel))
    return { problem: `channel must be one of ${channels.join(', ')}` }
  return { channel, to: query.get('to'), messageId: query.get('message_id') }
}

function decideTemplate(state: SimulatorState, body: string): RouteResponse {
  const decision = readTemplateDecision(body)
  if ('problem' in decision) return validationError(decision.problem)
  state.templates.decide(decision.name, decision.status)
  return json(200, decision)
}

function writeScript(state: SimulatorState, body: string): RouteResponse {
  const script = readScript(body)
  if ('problem' in script) return validationError(script.problem)
  state.scripts.write(script)
  return json(200, script)
}

function setMode(state: SimulatorState, body: string): RouteResponse {
  const given = readMode(body)
  if ('problem' in given) return validationError(given.problem)
  state.reports.setMode(given.mode)
  return json(200, given)
}

async function report(state: SimulatorState, body: string): Promise<RouteResponse> {
  const given = readReport(body)
  if ('problem' in given) return validationError(given.problem)
  const { id, status } = given
  const found = state.outbox.find(id)
  if (found === undefined) return unknownId(id)
  const { channel } = found.arrival
  const possible: readonly Status[] = channel === 'email' ? emailStatuses : phoneProviders[channel].statuses
  if (!possible.includes(status)) return validationError(`status must be one of ${possible.join(', ')} for ${channel}`)
  if (found.report === null) return validationError('Its sender gave no StatusCallback, so no report can be sent')
  return attemptResponse('report', await state.reports.send(found.report(status)))
}

async function inbound(state: SimulatorState, body: string): Promise<RouteResponse> {
  const given = readInbound(body)
  if ('problem' in given) return validationError(given.problem)
  const { inReplyTo: id, ...inboundMessage } = given
  if (id === null)
    return attemptResponse(
      'message',
      await state.reports.send(createInbound(state, { ...inboundMessage, inReplyTo: null })),
    )

  const found = state.outbox.find(id)
  if (found === undefined) return unknownId(id)
  if (found.arrival.channel !== inboundMessage.channel || found.arrival.to !== inboundMessage.from)
    return validationError(
      `in_reply_to must be an item that ${inboundMessage.from} received by ${inboundMessage.channel}`,
    )
  return attemptResponse(
    'message',
    await state.reports.send(createInbound(state, { ...inboundMessage, inReplyTo: found })),
  )
}

/** Redirects back to the page whatever the result, because the page shows whether the service accepted the reply. */
async function replyByForm(state: SimulatorState, number: string, form: string): Promise<RouteResponse> {
  const given = readReplyForm(number, form)
  if ('problem' in given) return validationError(given.problem)
  // A reply from the page refers to the latest message on that number.
  const inReplyTo = latestSubmission(state, given.channel, number) ?? null
  await state.reports.send(createInbound(state, { ...given, inReplyTo }))
  return { status: 303, headers: { location: `/#${phoneId(number)}` }, body: '' }
}

function attemptResponse(subject: 'report' | 'message', attempt: FirstAttempt): RouteResponse {
  if (attempt === 'not connected')
    return json(502, { error: `No service is connected yet: the ${subject} will be sent when one is` })
  if (attempt === 'no response')
    return json(502, { error: `The service did not respond: the ${subject} will be retried` })
  if (isSuccess(attempt)) return json(200, {})
  return json(502, { error: `The service responded with ${attempt}`, status: attempt })
}

async function open(state: SimulatorState, body: string): Promise<RouteResponse> {
  const given = readOpen(body)
  if ('problem' in given) return validationError(given.problem)
  const found = state.outbox.find(given.id)
  if (found === undefined) return unknownId(given.id)
  const { link } = await found.readBody()
  if (link === null) return validationError('This item has no link to the inbox')

  const opened = await openInbox(new URL(link))
  if ('problem' in opened) return json(502, { error: opened.problem })
  if (opened.status >= 400) return json(502, { error: `The inbox responded with ${opened.status}`, ...opened })
  return json(200, opened)
}

function addReceiver(state: SimulatorState, receiversUrl: string, body: string): RouteResponse {
  const given = readNewReceiver(body)
  if ('problem' in given) return validationError(given.problem)
  const { id } = state.receivers.add(given.behaviour)
  return json(201, { id, url: `${receiversUrl}/${id}` })
}

function changeReceiver(state: SimulatorState, id: string, body: string): RouteResponse {
  const given = readReceiverChange(body)
  if ('problem' in given) return validationError(given.problem)
  const receiver = state.receivers.find(id)
  if (receiver === undefined) return unknownReceiver(id)
  receiver.behaviour = given.behaviour
  return json(200, given)
}

function listDeliveries(state: SimulatorState, id: string): RouteResponse {
  const receiver = state.receivers.find(id)
  return receiver === undefined ? unknownReceiver(id) : json(200, { items: receiver.deliveries.items() })
}

function reset(state: SimulatorState): RouteResponse {
  state.reset()
  return json(200, {})
}

function unknownId(id: string): RouteResponse {
  return json(404, { error: `The outbox has no item ${id}` })
}

function unknownReceiver(id: string): RouteResponse {
  return json(404, { error: `There is no receiver ${id}` })
}

function page(status: number, content: Page): RouteResponse {
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
