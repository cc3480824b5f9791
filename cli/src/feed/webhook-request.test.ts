import { type Event, verifyWebhook } from '@tidings/client'
import { expect, test } from 'vitest'
import { signature } from '../../../server/src/webhooks/request.ts'
import { webhookRequest } from './webhook-request.ts'

const secret = `whsec_${Buffer.alloc(32, 3).toString('base64')}`
const now = new Date('2026-11-18T12:00:00.900Z')
const body =
  '{"data":{"delivered_at":"2026-11-14T22:41:00.000Z","message_id":"msg_1","recipient_email":"zoë@example.com","reference":null},"id":"evt_1","occurred_at":"2026-11-14T22:41:00.120000+00:00","type":"message.delivered"}'
const { data, ...rest } = JSON.parse(body) as Event
/** In another order, as JSON may be. */
const event = { ...rest, data: Object.fromEntries(Object.entries(data).toReversed()) } as unknown as Event

test('the request has the bytes, the headers and the signature of the service', async () => {
  const request = webhookRequest(event, secret, now)
  expect(request).toEqual({
    body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Tidings-Webhooks/1',
      'X-Service-Signature': signature([secret], 1_795_003_200, body),
      'X-Service-Event': 'message.delivered',
      'X-Service-Delivery': 'evt_1',
    },
  })
  expect(await verifyWebhook(request.body, request.headers, secret, { now })).toEqual(JSON.parse(body))
})
