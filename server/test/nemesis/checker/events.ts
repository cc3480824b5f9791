import { parseId } from '../../../src/ids.ts'
import { groupBy, tally } from '../../support/tally.ts'
import type { Arrival, DeliveryRow, EventRow, MessageRow, NudgeRow } from '../evidence.ts'
import { type Violation, violationsOf } from './violation.ts'

/** I4. Every outcome of a nudge has exactly one event, and every delivery of an event reached its receiver. */
export function checkEvents(
  messages: MessageRow[],
  nudges: NudgeRow[],
  events: EventRow[],
  deliveries: DeliveryRow[],
  arrivals: Arrival[],
): Violation[] {
  const nudgesOf = groupBy(nudges, ({ message_id }) => message_id)
  const eventsOf = groupBy(events, ({ message_id }) => message_id)
  return violationsOf('I4 every outcome is published once, and every event is delivered', [
    ...messages.flatMap((message) => {
      const published = tally((eventsOf.get(message.id) ?? []).map(({ type }) => type))
      return wrongCounts(message, nudgesOf.get(message.id) ?? [], published)
    }),
    ...undelivered(deliveries, arrivals),
  ])
}

const channels = [
  { channel: 'email', prefix: 'message' },
  { channel: 'sms', prefix: 'sms' },
  { channel: 'whatsapp', prefix: 'whatsapp' },
] as const

function wrongCounts(message: MessageRow, nudges: NudgeRow[], published: Map<string, number>): string[] {
  return channels.flatMap(({ channel, prefix }) => {
    const own = nudges.filter((nudge) => nudge.channel === channel)
    const count = (matches: (nudge: NudgeRow) => boolean): number => own.filter(matches).length
    const failed = count(({ state }) => state === 'failed')
    const attempted = count(({ attempts }) => attempts > 0)
    const exactly: [outcome: string, times: number][] = [
      ['delivered', count(({ delivered }) => delivered)],
      ...(channel === 'email'
        ? ([
            ['bounced', count(({ bounced }) => bounced)],
            ['complained', count(({ complained }) => complained)],
            ['not_sent', count(isNotSent)],
            ['opened', message.opened ? 1 : 0],
          ] as [string, number][])
        : ([
            ['read', count(({ read }) => read)],
            ['rejected', count(({ state }) => state === 'rejected')],
          ] as [string, number][])),
    ]
    const countOf = (outcome: string): number => published.get(`${prefix}.${outcome}`) ?? 0
    const finding = (outcome: string, times: number): string =>
      `${message.id} ${prefix}.${outcome}: happened ${times} times, published ${countOf(outcome)} times`
    return [
      ...exactly.filter(([outcome, times]) => countOf(outcome) !== times).map((wrong) => finding(...wrong)),
      // A later report may override a failure and leaves no trace of it, so only a minimum and a maximum are known.
      ...(countOf('failed') < failed || countOf('failed') > attempted ? [finding('failed', failed)] : []),
    ]
  })
}

const isNotSent = ({ state, skipped_reason }: NudgeRow): boolean =>
  state === 'skipped' || skipped_reason === 'retracted'

/** Every receiver works again in the end, so every delivery must arrive, with the same bytes each time. */
function undelivered(deliveries: DeliveryRow[], arrivals: Arrival[]): string[] {
  const bodies = groupBy(arrivals, ({ eventId }) => parseId('evt', eventId))
  return [
    ...deliveries
      .filter(({ state, event_id }) => state !== 'delivered' || !bodies.has(event_id))
      .map(
        ({ event_id, state }) => `event ${event_id} is ${state}, arrived ${bodies.get(event_id)?.length ?? 0} times`,
      ),
    ...[...bodies]
      .filter(([, arrived]) => new Set(arrived.map(({ body }) => body)).size > 1)
      .map(([id]) => `event ${id} arrived as different bytes`),
  ]
}
