/**
 * The public view of a message and its nudges (2.4). A paid channel shows its newest send, and the skip reason of its newest
 * nudge, so that a skipped nudge does not hide a send. For email, a pending nudge decides, else the newest one.
 */
import { type Channel, mapPaid, type PaidChannel, registry } from '../channels/registry.ts'
import type { AttemptOutcome } from '../nudges/attempts.decide.ts'
import { isPending, type NudgeState } from '../nudges/states.ts'
import type {
  EmailFailureReason,
  FailureCode,
  NotSentReason,
  PaidSkipReason,
  SendError,
  SkipReason,
} from '../reasons.ts'

export type NudgeView = {
  channel: Channel
  state: NudgeState
  skipped_reason: SkipReason | null
  error_code: SendError | null
  price: number
  charged: boolean
  attempts: number
  /** UTC with six fractional digits, so that values compare correctly as text. */
  due_at: string | null
  escalates_at: string | null
  created_at: string
  submitted_at: string | null
  delivered_at: string | null
  read_at: string | null
  bounced_at: string | null
  complained_at: string | null
  ended_at: string | null
  /** The last attempt or report of an email that did not go smoothly. */
  last_problem: { outcome: AttemptOutcome; code: string | null; words: string | null } | null
}
type Refusal<Reason> = { reason: Reason; at: string }
/** A send is shown as queued until it has an outcome (3.3). A skipped or cancelled nudge is not a send. */
const publicStates = {
  waiting: 'queued',
  queued: 'queued',
  submitting: 'queued',
  accepted: 'queued',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
  rejected: 'rejected',
  skipped: null,
  cancelled: null,
} as const satisfies Record<NudgeState, string | null>
/** `nudges` are in order of creation. */
export function viewDelivery(nudges: NudgeView[], openedAt: Date | null) {
  const of = (channel: NudgeView['channel']): NudgeView[] => nudges.filter((nudge) => nudge.channel === channel)
  const emails = of('email')
  const latest = (field: 'delivered_at' | 'bounced_at' | 'complained_at'): string | null =>
    time(emails.findLast((sent) => sent[field] !== null)?.[field])
  const [delivered, bounced, complained] = [latest('delivered_at'), latest('bounced_at'), latest('complained_at')]
  return {
    delivered: delivered !== null,
    delivered_at: delivered,
    opened: openedAt !== null,
    opened_at: openedAt?.toISOString() ?? null,
    bounced: bounced !== null,
    bounced_at: bounced,
    complained: complained !== null,
    complained_at: complained,
    email: viewEmail(emails),
    ...mapPaid((channel) => viewPaid(channel, of(channel))),
    not_sent: notSent(emails),
    failed: failed(emails),
  }
}

/**
 * The earliest time at which a nudge that waits for `send_at` is sent. A nudge that was attempted waits for its retry instead.
 */
export function viewSchedule(nudges: NudgeView[]): string | null {
  const scheduled = nudges.filter(
    ({ state, attempts, escalates_at: escalatesAt }) => state === 'waiting' && attempts === 0 && escalatesAt === null,
  )
  return scheduled.map(({ due_at: dueAt }) => dueAt!).toSorted()[0] ?? null
}

export const emailStates = [
  'scheduled',
  'queued',
  'retrying',
  'sent',
  'delivered',
  'bounced',
  'failed',
  'skipped',
  'cancelled',
] as const
type EmailState = (typeof emailStates)[number]

/** The email that decides: the one that is pending, else the newest. Null if the message has no email. */
function viewEmail(emails: NudgeView[]) {
  const email = decidingEmail(emails)
  if (email === undefined) return null
  const state = emailState(email)
  const problem = email.last_problem
  const isOvercome = state === 'delivered' || (state === 'sent' && problem?.outcome !== 'bounced')
  return {
    state,
    attempts: email.attempts,
    next_attempt_at: email.attempts > 0 ? time(email.due_at) : null,
    last_error:
      problem === null || isOvercome ? null : { code: problem.outcome, words: problem.words, detail: problem.code },
  }
}

function emailState(email: NudgeView): EmailState {
  const { state, attempts, delivered_at: deliveredAt, bounced_at: bouncedAt } = email
  if (state === 'waiting') return attempts === 0 ? 'scheduled' : 'retrying'
  if (state === 'queued' || state === 'submitting') return 'queued'
  if (state === 'failed' || state === 'skipped' || state === 'cancelled') return state
  if (bouncedAt !== null && (deliveredAt === null || time(bouncedAt)! >= time(deliveredAt)!)) return 'bounced'
  return deliveredAt === null ? 'sent' : 'delivered'
}

const decidingEmail = (emails: NudgeView[]): NudgeView | undefined =>
  emails.findLast(({ state }) => isPending(state)) ?? emails.at(-1)

/** Set when a gate refused the email or it was cancelled before it was sent. Cleared when an email is sent later. */
function notSent(emails: NudgeView[]): Refusal<NotSentReason> | null {
  const email = decidingEmail(emails)
  if (
    email === undefined ||
    (email.state !== 'skipped' && email.state !== 'cancelled') ||
    email.skipped_reason === null
  )
    return null
  const at = time(email.ended_at ?? email.created_at)!
  const isSuperseded = emails.some(
    ({ state, submitted_at: sentAt }) =>
      (state === 'accepted' || state === 'delivered') && sentAt !== null && time(sentAt)! >= at,
  )
  return isSuperseded ? null : { reason: email.skipped_reason as NotSentReason, at }
}

/** An email that failed always has its reason. */
function failed(emails: NudgeView[]): Refusal<EmailFailureReason> | null {
  const email = decidingEmail(emails)
  return email?.state === 'failed'
    ? { reason: email.error_code as EmailFailureReason, at: time(email.ended_at)! }
    : null
}

/** The reasons and codes of a paid nudge are those of paid channels. */
function viewPaid(channel: PaidChannel, nudges: NudgeView[]) {
  if (nudges.length === 0) return null
  const send = newestSend(nudges)
  const state = send === undefined ? null : publicStates[send.state]
  return {
    state,
    skipped_reason: nudges.at(-1)!.skipped_reason as PaidSkipReason | null,
    error_code: (send?.error_code ?? null) as FailureCode | null,
    credits: send?.charged === true ? send.price : 0,
    escalates_at: time(send?.escalates_at),
    queued_at: time(send?.created_at),
    delivered_at: time(send?.delivered_at),
    failed_at: state === 'failed' || state === 'rejected' ? time(send?.ended_at) : null,
    // Only on channels that report reads.
    ...(registry[channel].reportsRead && { read_at: time(send?.read_at) }),
  }
}

const newestSend = (nudges: NudgeView[]): NudgeView | undefined =>
  nudges.findLast(({ state }) => publicStates[state] !== null)

const time = (moment: string | null | undefined): string | null =>
  moment == null ? null : new Date(moment).toISOString()
