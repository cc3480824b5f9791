import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Shop } from '../support/client.ts'

export type Pushed = { shop: Shop; id: string; to: string }
/** `refusals` counts how often the service said that it could not just now. */
export type Acknowledged = { pushed: Pushed[]; refusals: number }

let addresses = 0
/** An address nobody has written to yet. What stands before its first plus tells the simulator how it behaves. */
export const address = (habit = 'ada'): string => `${habit}+${addresses++}@simulator.example`
export const addressesOf = (count: number): string[] => Array.from({ length: count }, () => address())

/** One address is a push, several are a batch. Asked again with the same key for as long as the answer is 503, as a merchant would. */
export async function push(shop: Shop, to: string[]): Promise<Acknowledged> {
  const headers = { 'Idempotency-Key': randomUUID() }
  const messages = to.map((recipient) => ({
    recipient_email: recipient,
    subject: 'Your order',
    body: 'It is on its way.',
  }))
  const ask = (): Promise<Answer> =>
    messages.length === 1
      ? shop.call('POST', '/api/v1/messages', { headers, body: messages[0] })
      : shop.call('POST', '/api/v1/messages/batch', { headers, body: { messages } })
  for (let refusals = 0; ; refusals++) {
    const answer = await ask()
    if (answer.status !== 503)
      return { pushed: readIds(answer).map((id, place) => ({ shop, id, to: to[place]! })), refusals }
    await sleep(50)
  }
}

/** Anything but an acknowledgement is a failure of the test. */
function readIds({ status, json, text }: Answer): string[] {
  if (status === 201) return [json.id]
  if (status === 200) return json.results.map((item: { result: { id: string } }) => item.result.id)
  throw new Error(`a push was answered ${status}: ${text}`)
}
