import { randomUUID } from 'node:crypto'
import type { Shop } from '../support/client.ts'
import { type SimulatorClient, until } from '../support/simulator-client.ts'

/** The part of a push result that these tests use. */
type Pushed = { id: string; email: { sending: boolean; skipped_reason: string | null } }
/** A recipient of a shop and the first message pushed to them. */
export type Customer = { shop: Shop; email: string; messageId: string }

export async function newCustomer(shop: Shop, over: Record<string, unknown> = {}): Promise<Customer> {
  const email = `ada+${randomUUID()}@simulator.example`
  const { id } = await push({ shop, email }, over)
  return { shop, email, messageId: id }
}

export async function push(
  { shop, email }: Pick<Customer, 'shop' | 'email'>,
  over: Record<string, unknown> = {},
): Promise<Pushed> {
  const { status, text, json } = await shop.call('POST', '/api/v1/messages', {
    headers: { 'Idempotency-Key': randomUUID() },
    body: { recipient_email: email, subject: 'Your order', body: 'It is on its way.', ...over },
  })
  if (status !== 201) throw new Error(`the push returned ${status}: ${text}`)
  return json
}

/** Waits for an email to a customer and returns the newest. */
export const newestMail = (
  simulator: SimulatorClient,
  { email }: Customer,
): Promise<{ link: string; unsubscribe_url: string }> =>
  until('an email', async () => (await simulator.outbox({ channel: 'email', to: email })).at(-1))

export async function openedAt({ shop, messageId }: Customer): Promise<string | null> {
  return (await shop.call('GET', `/api/v1/messages/${messageId}`)).json.delivery.opened_at
}
