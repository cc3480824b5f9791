import { parseId } from '../../../src/ids.ts'
import { groupBy, tally } from '../../support/tally.ts'
import type { Arrival, DeliveryRow, EventRow, MessageRow, SendRow } from '../evidence.ts'
import { broken, type Violation } from './violation.ts'

/** I4. What became of each message and what was told of it are the same story, told once, and it reached whoever listens. */
export function checkEvents(
  messages: MessageRow[],
  sends: SendRow[],
  events: EventRow[],
  deliveries: DeliveryRow[],
  arrivals: Arrival[],
): Violation[] {
  const sendsOf = groupBy(sends, ({ message_id }) => message_id)
  const toldOf = groupBy(events, ({ message_id }) => message_id)
  return broken('I4 every end is told once, and every event arrives', [
    ...messages.flatMap((message) =>
      untold(message, sendsOf.get(message.id) ?? [], tally((toldOf.get(message.id) ?? []).map(({ type }) => type))),
    ),
    ...undelivered(deliveries, arrivals),
  ])
}

const channels = [
  { channel: 'email', prefix: 'message' },
  { channel: 'sms', prefix: 'sms' },
  { channel: 'whatsapp', prefix: 'whatsapp' },
] as const

function untold(message: MessageRow, sends: SendRow[], told: Map<string, number>): string[] {
  return channels.flatMap(({ channel, prefix }) => {
    const own = sends.filter((send) => send.channel === channel)
    const count = (is: (send: SendRow) => boolean): number => own.filter(is).length
    const failed = count(({ state }) => state === 'failed')
    const attempted = count(({ attempts }) => attempts > 0)
    const exactly: [end: string, times: number][] = [
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
    const toldOf = (end: string): number => told.get(`${prefix}.${end}`) ?? 0
    return [
      ...exactly
        .filter(([end, times]) => toldOf(end) !== times)
        .map(([end, times]) => `${message.id} ${prefix}.${end}: happened ${times} times, told ${toldOf(end)} times`),
      // Nothing is kept of a failure that turned out to be none, so it is known how many there are at least and at most.
      ...(toldOf('failed') < failed || toldOf('failed') > attempted
        ? [`${message.id} ${prefix}.failed: happened ${failed} times, told ${toldOf('failed')} times`]
        : []),
    ]
  })
}

const isNotSent = ({ state, skipped_reason }: SendRow): boolean => state === 'skipped' || skipped_reason === 'retracted'

/** Every receiver answers in the end, so every delivery arrives, with the same bytes each time. */
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
