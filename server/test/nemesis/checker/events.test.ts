import { expect, test } from 'vitest'
import { formatId } from '../../../src/ids.ts'
import type { NudgeRow } from '../evidence.ts'
import { arrival, message, messageId, nudge, text, verdict } from './checker.support.ts'
import { checkEvents } from './events.ts'

const failed = { state: 'failed', delivered: false }
for (const { what, nudges, published, found } of [
  { what: 'delivered and published', nudges: [nudge()], published: ['message.delivered'], found: [] },
  {
    what: 'failed as unknown, then delivered',
    nudges: [nudge()],
    published: ['message.failed', 'message.delivered'],
    found: [],
  },
  {
    what: 'accepted without a delivery report',
    nudges: [nudge({ state: 'accepted', delivered: false })],
    published: [],
    found: [],
  },
  { what: 'failed and published', nudges: [nudge(failed)], published: ['message.failed'], found: [] },
  {
    what: 'a text rejected and published',
    nudges: [text({ state: 'rejected', delivered: false })],
    published: ['sms.rejected'],
    found: [],
  },
  {
    what: 'cancelled before the first attempt',
    nudges: [text({ state: 'cancelled', delivered: false, attempts: 0 })],
    published: [],
    found: [],
  },
  {
    what: 'delivered and not published',
    nudges: [nudge()],
    published: [],
    found: [`${messageId} message.delivered: happened 1 times, published 0 times`],
  },
  {
    what: 'delivered and published twice',
    nudges: [nudge()],
    published: ['message.delivered', 'message.delivered'],
    found: [`${messageId} message.delivered: happened 1 times, published 2 times`],
  },
  {
    what: 'a text failed and not published',
    nudges: [text(failed)],
    published: [],
    found: [`${messageId} sms.failed: happened 1 times, published 0 times`],
  },
  {
    what: 'retracted and not published',
    nudges: [nudge({ state: 'cancelled', skipped_reason: 'retracted', delivered: false, attempts: 0 })],
    published: [],
    found: [`${messageId} message.not_sent: happened 1 times, published 0 times`],
  },
] as { what: string; nudges: NudgeRow[]; published: string[]; found: string[] }[])
  test(`I4 ${verdict(found.length > 0)}: ${what}`, () => {
    const events = published.map((type, index) => ({ id: String(index), message_id: messageId, type }))
    expect(checkEvents([message()], nudges, events, [], []).map((one) => one.found)).toEqual(found)
  })

const eventId = '019a8e0e-0000-7000-8000-00000000000a'
for (const { state, bodies, found } of [
  { state: 'delivered', bodies: ['a'], found: [] },
  { state: 'delivered', bodies: ['a', 'a'], found: [] },
  { state: 'delivered', bodies: [], found: [`event ${eventId} is delivered, arrived 0 times`] },
  { state: 'exhausted', bodies: ['a'], found: [`event ${eventId} is exhausted, arrived 1 times`] },
  { state: 'delivered', bodies: ['a', 'b'], found: [`event ${eventId} arrived as different bytes`] },
])
  test(`I4 ${verdict(found.length > 0)}: a ${state} delivery that arrived with the bodies [${bodies.join(', ')}]`, () => {
    const deliveries = [{ event_id: eventId, state }]
    const arrivals = bodies.map((body) => arrival({ eventId: formatId('evt', eventId), body }))
    expect(checkEvents([], [], [], deliveries, arrivals).map((one) => one.found)).toEqual(found)
  })
