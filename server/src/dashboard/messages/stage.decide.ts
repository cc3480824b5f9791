/**
 * What the nudges of a message state beside its view: how far the newest send is, what became of its submission, what replaces a
 * WhatsApp message, and which email came before.
 */
import { type Channel, type PaidChannel, registry } from '../../channels/registry.ts'
import { isInProgress, isPending, isUnsent, type NudgeState } from '../../nudges/states.ts'
import type { SendError } from '../../reasons.ts'

/** A nudge, in order of creation. Times are as the database writes them. */
export type ShownNudge = {
  channel: Channel
  state: NudgeState
  attempts: number
  error_code: SendError | null
  push_id: string
  fallback: boolean
  /** A report is still expected, else the fallback is due. */
  awaits_report: boolean
  bounce_type: 'permanent' | 'transient' | null
  submitted_at: string | null
  scheduled_for: string | null
  escalates_at: string | null
  delivered_at: string | null
  bounced_at: string | null
}

/** How far a send is that has no outcome. `queued`: it was not submitted, is being submitted, or is submitted again. */
export type Stage = 'scheduled' | 'waits_for_open' | 'queued' | 'accepted'
type Staged = Pick<ShownNudge, 'channel' | 'state' | 'attempts' | 'escalates_at'>

/** Null if the newest send of the channel has an outcome, or there is none. */
export function stageOf(nudges: Staged[], channel: Channel): Stage | null {
  const send = nudges.findLast((one) => one.channel === channel && one.state !== 'skipped' && one.state !== 'cancelled')
  if (send === undefined || !isInProgress(send.state)) return null
  if (send.state === 'accepted') return 'accepted'
  if (send.state !== 'waiting' || send.attempts > 0) return 'queued'
  return send.escalates_at === null ? 'scheduled' : 'waits_for_open'
}

/** The time for which the newest email or text that waits for `send_at` is scheduled. */
export const scheduledTime = (nudges: ShownNudge[], channel: Channel): string | null =>
  nudges.findLast((one) => one.channel === channel && one.state === 'waiting' && one.attempts === 0)?.scheduled_for ??
  null

export type Submission = { at: string; result: 'accepted' | 'not_accepted' | 'unknown' | 'in_progress' }
/** The newest submission on a channel. Its time is stored when it begins, so it may not have been accepted. */
export function submissionOf(nudges: ShownNudge[], channel: Channel): Submission | null {
  const nudge = nudges.findLast((one) => one.channel === channel && one.submitted_at !== null)
  return nudge === undefined ? null : { at: nudge.submitted_at!, result: resultOf(nudge) }
}

function resultOf({ channel, state, error_code: error, delivered_at: deliveredAt, bounced_at: bouncedAt }: ShownNudge) {
  const { unknown, refused, exhausted, neverReached } = registry[channel].errorCodes
  if (state === 'submitting') return 'in_progress'
  if (state === 'accepted' || deliveredAt !== null || bouncedAt !== null) return 'accepted'
  if (error === unknown) return 'unknown'
  const isRefused = error === null || error === refused || error === exhausted || error === neverReached
  return isRefused ? 'not_accepted' : 'accepted'
}

/** `pending`: a text is sent if the WhatsApp message is refused or stays without a status. `sent`: it was queued or sent. */
export type Fallback = 'pending' | 'sent' | null
/** What replaces the newest message of a channel. */
export function fallbackOf(nudges: ShownNudge[], channel: PaidChannel): Fallback {
  const other = registry[channel].fallback?.channel
  const newest = nudges.findLast((one) => one.channel === channel)
  if (other === undefined || newest === undefined) return null
  const texts = nudges.filter((one) => one.channel === other && one.fallback && one.push_id === newest.push_id)
  if (texts.some(({ state }) => !isUnsent(state))) return 'sent'
  if (texts.length > 0 || !newest.fallback) return null
  return isPending(newest.state) || newest.state === 'submitting' || newest.awaits_report ? 'pending' : null
}

export type EarlierEmail = { report: 'delivered' | 'bounced'; at: string }
/** The newest report on an email other than the one that decides what is shown: a pending one, else the newest. */
export function earlierEmail(nudges: ShownNudge[]): EarlierEmail | null {
  const emails = nudges.filter(({ channel }) => channel === 'email')
  const deciding =
    emails.findLast(({ state }) => isPending(state)) ?? emails.findLast(({ state }) => state !== 'skipped')
  const earlier = emails.findLast((one) => one !== deciding && (one.delivered_at !== null || one.bounced_at !== null))
  if (earlier === undefined) return null
  return earlier.bounced_at === null
    ? { report: 'delivered', at: earlier.delivered_at! }
    : { report: 'bounced', at: earlier.bounced_at }
}

/** Of the newest email that bounced. */
export const bounceType = (nudges: ShownNudge[]): ShownNudge['bounce_type'] =>
  nudges.findLast(({ bounced_at: at }) => at !== null)?.bounce_type ?? null
