import { expect, test } from 'vitest'
import { formatId } from '../../../src/ids.ts'
import type { SendRow } from '../evidence.ts'
import { message, messageId, send, text } from './checker.support.ts'
import { checkEvents } from './events.ts'

const failed = { state: 'failed', delivered: false }
for (const { what, sends, told, found } of [
  { what: 'delivered and told', sends: [send()], told: ['message.delivered'], found: [] },
  {
    what: 'failed as unknown, then delivered',
    sends: [send()],
    told: ['message.failed', 'message.delivered'],
    found: [],
  },
  {
    what: 'accepted, and nobody ever heard more',
    sends: [send({ state: 'accepted', delivered: false })],
    told: [],
    found: [],
  },
  { what: 'failed and told', sends: [send(failed)], told: ['message.failed'], found: [] },
  {
    what: 'a text rejected and told',
    sends: [text({ state: 'rejected', delivered: false })],
    told: ['sms.rejected'],
    found: [],
  },
  {
    what: 'called off before it started',
    sends: [text({ state: 'cancelled', delivered: false, attempts: 0 })],
    told: [],
    found: [],
  },
  {
    what: 'delivered and not told',
    sends: [send()],
    told: [],
    found: [`${messageId} message.delivered: happened 1 times, told 0 times`],
  },
  {
    what: 'delivered and told twice',
    sends: [send()],
    told: ['message.delivered', 'message.delivered'],
    found: [`${messageId} message.delivered: happened 1 times, told 2 times`],
  },
  {
    what: 'a text failed and not told',
    sends: [text(failed)],
    told: [],
    found: [`${messageId} sms.failed: happened 1 times, told 0 times`],
  },
  {
    what: 'retracted and not told',
    sends: [send({ state: 'cancelled', skipped_reason: 'retracted', delivered: false, attempts: 0 })],
    told: [],
    found: [`${messageId} message.not_sent: happened 1 times, told 0 times`],
  },
] as { what: string; sends: SendRow[]; told: string[]; found: string[] }[])
  test(`I4 ${what}`, () => {
    const events = told.map((type, place) => ({ id: String(place), message_id: messageId, type }))
    expect(checkEvents([message()], sends, events, [], []).map((one) => one.found)).toEqual(found)
  })

const eventId = '019a8e0e-0000-7000-8000-00000000000a'
const arrival = (body: string) => ({ receiver: 'r', eventId: formatId('evt', eventId), body, at: 0 })
for (const { state, bodies, found } of [
  { state: 'delivered', bodies: ['a'], found: [] },
  { state: 'delivered', bodies: ['a', 'a'], found: [] },
  { state: 'delivered', bodies: [], found: [`event ${eventId} is delivered, arrived 0 times`] },
  { state: 'exhausted', bodies: ['a'], found: [`event ${eventId} is exhausted, arrived 1 times`] },
  { state: 'delivered', bodies: ['a', 'b'], found: [`event ${eventId} arrived as different bytes`] },
])
  test(`I4 a delivery that is ${state} and arrived as ${bodies.join(', ') || 'nothing'}`, () => {
    const deliveries = [{ event_id: eventId, state }]
    expect(checkEvents([], [], [], deliveries, bodies.map(arrival)).map((one) => one.found)).toEqual(found)
  })
