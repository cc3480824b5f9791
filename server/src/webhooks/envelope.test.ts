import { expect, test } from 'vitest'
import { writeEnvelope } from './envelope.ts'

test('the body has four fields, sorted keys at every depth, no white space, and a time with an offset (6.1)', () => {
  const body = writeEnvelope({
    id: 'evt_01JCV0000000000000000000',
    type: 'message.delivered',
    occurredAt: new Date('2026-11-14T22:41:00Z'),
    data: {
      recipient_email: 'ada@example.com',
      message_id: 'msg_01JCV0000000000000000000',
      nested: { b: [1, null], a: '\n' },
    },
  })
  expect(body).toBe(
    '{"data":{"message_id":"msg_01JCV0000000000000000000","nested":{"a":"\\n","b":[1,null]},"recipient_email":"ada@example.com"},' +
      '"id":"evt_01JCV0000000000000000000","occurred_at":"2026-11-14T22:41:00.000000+00:00","type":"message.delivered"}',
  )
})
