import { type Html, html } from '../../html.ts'
import { moment, tag } from '../../pages/components.ts'
import type { Try } from '../../webhooks/deliver.sql.ts'
import type { DeliveryState } from '../../webhooks/states.ts'
import type { ShownDelivery } from './sql.ts'

const stateTags: Record<DeliveryState, Html> = {
  waiting: tag('warn', 'Waits for a retry', 'wait'),
  queued: tag('info', 'On its way', 'wait'),
  delivered: tag('good', 'Delivered', 'check'),
  exhausted: tag('bad', 'Failed', 'stop'),
  dropped: tag('bad', 'Not posted', 'stop'),
}
export const deliveryTag = (state: DeliveryState): Html => stateTags[state]

const errorWords: Record<Exclude<Try['error'], null | 'http_status'>, string> = {
  timeout: 'No response within 15 seconds',
  tls: 'The certificate or the TLS connection was not accepted',
  dns: 'The host name was not found',
  blocked_address: 'The host has an address that is not public',
  connect: 'No connection',
}
/** What the endpoint responded, as a sentence. A redirect is a status too. */
export function responseText({ status_code: status, error }: Pick<Try, 'status_code' | 'error'>): string {
  if (error === null || error === 'http_status') return `Status ${status}`
  return errorWords[error]
}

/** Every attempt of a delivery: when, how it ended, and how long it took. */
export const attemptList = ({ state, tries, dueAt }: Pick<ShownDelivery, 'state' | 'tries' | 'dueAt'>): Html =>
  html`<ol class="attempts">${tries.map(
    (attempt) =>
      html`<li><span class="${attempt.error === null ? 'good' : 'bad'}">${responseText(attempt)}</span> <span class="soft">after ${attempt.duration_ms} ms</span> ${moment(new Date(attempt.at), 'second')}</li>`,
  )}${nextStep(state, tries.length, dueAt)}</ol>`

function nextStep(state: DeliveryState, attempts: number, dueAt: Date | null): Html {
  if (state === 'waiting' && dueAt !== null)
    return html`<li class="soft">Attempt ${attempts + 1} of 8 at ${moment(dueAt)}</li>`
  if (state === 'queued') return html`<li class="soft">The next attempt is queued.</li>`
  if (state === 'dropped') return html`<li class="soft">The endpoint was disabled when its turn came.</li>`
  return html``
}
