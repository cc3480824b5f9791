import { randomUUID } from 'node:crypto'
import type { Shop } from '../support/client.ts'

let people = 0
/** Returns the id of the message. */
export async function push(shop: Shop, over: Record<string, unknown> = {}): Promise<string> {
  const index = people++
  const { status, json, text } = await shop.call('POST', '/api/v1/messages', {
    headers: { 'Idempotency-Key': randomUUID() },
    body: {
      recipient_email: `ada+${index}@simulator.example`,
      recipient_phone: `+44770090${1000 + index}`,
      whatsapp_opt_in: {},
      subject: 'Your order',
      body: 'It is on its way.',
      reference: `R-${index}`,
      order_status: 'shipped',
      channels: ['email'],
      ...over,
    },
  })
  if (status !== 201) throw new Error(`a push returned ${status}: ${text}`)
  return json.id
}
