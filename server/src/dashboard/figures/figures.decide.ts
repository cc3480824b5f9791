/** What the figures of a period say: sums by day, by channel and outcome, by reason, and by the time to the delivery. */
import { type Channel, channels } from '../../channels/registry.ts'
import { delayLimits, notDelivered } from '../../figures/delays.decide.ts'
import type { Figure } from '../../figures/sql.ts'
import type { SendError, SkipReason } from '../../reasons.ts'

type NudgeFigure = Extract<Figure, { subject: 'nudge' }>
/** What became of a nudge. `sent`: without a report yet. `unknown`: no report says whether it was sent. */
export const outcomes = [
  'delivered',
  'sent',
  'pending',
  'complained',
  'bounced',
  'failed',
  'unknown',
  'not_sent',
  'not_needed',
  'cancelled',
] as const
export type Outcome = (typeof outcomes)[number]
/** Handed over to the provider, as far as we know. */
const sentOutcomes: readonly Outcome[] = ['delivered', 'sent', 'complained', 'bounced', 'failed', 'unknown']
/** The recipient has got it. */
const arrivedOutcomes: readonly Outcome[] = ['delivered', 'complained']

/** Null: the shop did not want the channel for this push, so nothing is missing. */
export function outcomeOf({ state, reason, mark }: Pick<NudgeFigure, 'state' | 'reason' | 'mark'>): Outcome | null {
  if (mark === 'complained' || mark === 'bounced') return mark
  if (state === 'failed') return isUnknown(reason) ? 'unknown' : 'failed'
  if (state === 'cancelled') return mark === 'opened_in_time' ? 'not_needed' : 'cancelled'
  if (state === 'rejected' || state === 'skipped') return reason === 'disabled_by_request' ? null : 'not_sent'
  return plainOutcomes[state]
}
const plainOutcomes = { pending: 'pending', accepted: 'sent', delivered: 'delivered', read: 'delivered' } as const
const isUnknown = (reason: string): boolean => reason.endsWith('outcome_unknown') || reason.endsWith('no_report')

export type DayFigures = {
  day: string
  pushes: number
  /** Messages that were created on this day, and how many of them were opened by now. */
  messages: number
  opened: number
  /** Credits of the ledger of this day. */
  spent: number
  refunded: number
  /** Credits that texts would have cost that were not needed, because people opened in time. */
  saved: number
  byChannel: Record<Channel, Record<Outcome, number>>
}
type ReasonFigure = { channel: Channel; reason: SkipReason | SendError; outcome: Outcome; count: number }
/** How many of the delivered nudges of a channel arrived within each of `delayLimits`, and all of them. */
type DelayFigures = { channel: Channel; within: number[]; delivered: number }
export type Figures = {
  days: DayFigures[]
  total: Omit<DayFigures, 'day'>
  /** Most frequent first. */
  reasons: ReasonFigure[]
  delays: DelayFigures[]
}

/** Days without figures are included. */
export function summarise(rows: Figure[], days: string[]): Figures {
  const byDay = new Map(days.map((day) => [day, emptyDay(day)]))
  const reasons = new Map<string, ReasonFigure>()
  const delays = new Map<Channel, number[]>()
  for (const row of rows) {
    const day = byDay.get(row.day)
    if (day === undefined) continue
    if (row.subject === 'push') day.pushes += row.count
    else if (row.subject === 'message') addMessages(day, row.state, row.count)
    else if (row.subject === 'ledger') addCredits(day, row.state, row.credits)
    else addNudges(day, reasons, delays, row)
  }
  return {
    days: [...byDay.values()],
    total: totalOf([...byDay.values()]),
    reasons: [...reasons.values()].toSorted((one, two) => two.count - one.count),
    delays: [...delays].map(([channel, counts]) => cumulated(channel, counts)),
  }
}

function addMessages(day: DayFigures, state: 'opened' | 'unopened', count: number): void {
  day.messages += count
  if (state === 'opened') day.opened += count
}
function addCredits(day: DayFigures, kind: Extract<Figure, { subject: 'ledger' }>['state'], credits: number): void {
  if (kind === 'charge') day.spent -= credits
  if (kind === 'refund') day.refunded += credits
}
function addNudges(
  day: DayFigures,
  reasons: Map<string, ReasonFigure>,
  delays: Map<Channel, number[]>,
  row: NudgeFigure,
): void {
  const { channel, reason, delay, count, credits } = row
  const outcome = outcomeOf(row)
  if (outcome === null) return
  day.byChannel[channel][outcome] += count
  if (outcome === 'not_needed') day.saved += credits
  if (reason !== '') {
    const key = `${channel} ${reason} ${outcome}`
    const known = reasons.get(key)
    reasons.set(key, { channel, reason, outcome, count: (known?.count ?? 0) + count })
  }
  if (delay === notDelivered) return
  const counts = delays.get(channel) ?? Array.from({ length: delayLimits.length + 1 }, () => 0)
  counts[delay]! += count
  delays.set(channel, counts)
}

const cumulated = (channel: Channel, counts: number[]): DelayFigures => {
  let sum = 0
  const within = counts.map((count) => (sum += count))
  return { channel, within: within.slice(0, -1), delivered: sum }
}

const noOutcomes = (): Record<Outcome, number> =>
  Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>
const emptyTotal = (): Omit<DayFigures, 'day'> => ({
  pushes: 0,
  messages: 0,
  opened: 0,
  spent: 0,
  refunded: 0,
  saved: 0,
  byChannel: Object.fromEntries(channels.map((channel) => [channel, noOutcomes()])) as DayFigures['byChannel'],
})
const emptyDay = (day: string): DayFigures => ({ day, ...emptyTotal() })

function totalOf(days: DayFigures[]): Omit<DayFigures, 'day'> {
  const total = emptyTotal()
  for (const day of days) {
    for (const name of ['pushes', 'messages', 'opened', 'spent', 'refunded', 'saved'] as const) total[name] += day[name]
    for (const channel of channels)
      for (const outcome of outcomes) total.byChannel[channel][outcome] += day.byChannel[channel][outcome]
  }
  return total
}

const sumOf = (counts: Record<Outcome, number>, which: readonly Outcome[]): number =>
  which.reduce((sum, outcome) => sum + counts[outcome], 0)
/** Nudges that were handed over to the provider, and those that certainly arrived. */
export const sentOf = (counts: Record<Outcome, number>): number => sumOf(counts, sentOutcomes)
export const arrivedOf = (counts: Record<Outcome, number>): number => sumOf(counts, arrivedOutcomes)
/** Whether the shop used the channel in the period. */
export const isUsed = (counts: Record<Outcome, number>): boolean => sumOf(counts, outcomes) > 0
