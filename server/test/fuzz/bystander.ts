import type { Client, Shop } from '../support/client.ts'

/** A shop that is not used while others are attacked. Its snapshot must be the same before and after. */
export type Bystander = { ids: string[]; snapshot: () => Promise<unknown> }

export async function createBystander({ business, operator }: Client, receiverUrl: string): Promise<Bystander> {
  // Paused, so that its own nudges do not change the snapshot.
  const shop = await business({ name: 'Bystander', sms: 'on', whatsapp: 'on', country: 'GB', sending_paused: true })
  await operator('POST', `/businesses/${shop.id}/credits`, { amount: 100 })
  const key = await shop.call('POST', '/api/v1/keys', { body: { name: 'Till' } })
  const endpoint = await shop.call('POST', '/api/v1/webhook-endpoints', {
    body: { url: receiverUrl, event_types: ['credits.low_balance'] },
  })
  const message = await shop.call('POST', '/api/v1/messages', {
    headers: { 'Idempotency-Key': 'first' },
    body: { recipient_email: email, recipient_phone: '+447700900999', subject: 'S', body: 'B', reference: 'BY-1' },
  })
  const events = await shop.call('GET', '/api/v1/events')
  const ids = [key, endpoint, message].map(({ json }) => json.id as string)
  return {
    ids: [...ids, ...events.json.items.map(({ id }: { id: string }) => id)],
    snapshot: async () => ({
      business: (await operator('GET', `/businesses/${shop.id}`)).json,
      ledger: (await operator('GET', `/businesses/${shop.id}/ledger`)).json,
      ...(await merchantSnapshot(shop, message.json.id)),
    }),
  }
}

const email = 'bystander@bystander.example'

async function merchantSnapshot({ call }: Shop, messageId: string): Promise<Record<string, unknown>> {
  const paths = [
    'credits',
    'keys',
    'messages',
    `messages/${messageId}`,
    'events',
    'webhook-endpoints',
    `recipients/${email}/sms`,
  ]
  const responses = await Promise.all(paths.map((path) => call('GET', `/api/v1/${path}`)))
  return Object.fromEntries(responses.map(({ status, json }, index) => [paths[index], { status, json }]))
}
