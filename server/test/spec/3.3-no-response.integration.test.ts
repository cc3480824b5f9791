import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { eventsOf } from '../support/events.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'

const { business, db, operator, simulator } = await createTestService()
await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })

/** A submission times out after half a minute, so the cases run concurrently. */
const waitTimeoutMilliseconds = 45_000
const cases = (['sms', 'whatsapp'] as const).flatMap((channel) =>
  (['hang', 'accept_then_hang'] as const).map((behaviour) => ({ channel, behaviour })),
)

for (const [index, { channel, behaviour }] of cases.entries())
  test.concurrent(
    `${channel}, ${behaviour}: no response is an unknown outcome, submitted once, not refunded, published once (3.3)`,
    async () => {
      const to = `+44770090${1000 + index}`
      const shop = await business({ sms: 'on', whatsapp: 'on' })
      await operator('POST', `/businesses/${shop.id}/credits`, { amount: 5 })
      await simulator.scriptPaid(channel, to, behaviour)
      const { json } = await shop.call('POST', '/api/v1/messages', {
        headers: { 'Idempotency-Key': randomUUID() },
        body: {
          recipient_email: `ada+${index}@simulator.example`,
          recipient_phone: to,
          subject: 'Your order',
          body: 'It is on its way.',
          reference: 'A-1',
          order_status: 'shipped',
          channels: [channel],
          ...(channel === 'whatsapp' && { whatsapp_opt_in: {} }),
        },
      })
      const paid = await until(
        'the timeout',
        async () => {
          const { delivery } = (await shop.call('GET', `/api/v1/messages/${json.id}`)).json
          return delivery[channel].state === 'failed' && delivery[channel]
        },
        waitTimeoutMilliseconds,
      )
      const error_code = `${channel}.submit_outcome_unknown`
      expect(paid).toMatchObject({ state: 'failed', error_code, credits: 1 })
      expect(await simulator.attempts({ channel, to })).toHaveLength(1)
      expect(await simulator.outbox({ channel, to })).toHaveLength(behaviour === 'hang' ? 0 : 1)
      const events = (await eventsOf(db, json.id)).filter(({ type }) => type.startsWith(channel))
      expect(events.map(({ type, data }) => [type, data['error_code']])).toEqual([[`${channel}.failed`, error_code]])
      expect((await shop.call('GET', '/api/v1/credits')).json.balance).toBe(4)
    },
    waitTimeoutMilliseconds + 10_000,
  )
