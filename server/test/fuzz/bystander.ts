import type { Client, Shop } from '../support/client.ts'

/** A shop that does nothing while the others are attacked, and of which everything must be as it was. */
export type Bystander = { ids: string[]; look: () => Promise<unknown> }

export async function createBystander({ business, operator }: Client, receiverUrl: string): Promise<Bystander> {
  // Paused, so that nothing of its own is on its way either.
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
    look: async () => ({
      business: (await operator('GET', `/businesses/${shop.id}`)).json,
      ledger: (await operator('GET', `/businesses/${shop.id}/ledger`)).json,
      ...(await lookAs(shop, message.json.id)),
    }),
  }
}

const email = 'bystander@bystander.example'

async function lookAs({ call }: Shop, messageId: string): Promise<Record<string, unknown>> {
  const paths = [
    'credits',
    'keys',
    'messages',
    `messages/${messageId}`,
    'events',
    'webhook-endpoints',
    `recipients/${email}/sms`,
  ]
  const answers = await Promise.all(paths.map((path) => call('GET', `/api/v1/${path}`)))
  return Object.fromEntries(answers.map(({ status, json }, place) => [paths[place], { status, json }]))
}
