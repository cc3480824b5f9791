import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiResponse, Shop } from '../support/client.ts'

export type Pushed = { shop: Shop; id: string; to: string }
/** `refusals` counts the 503 responses. */
export type Acknowledged = { pushed: Pushed[]; refusals: number }

let addresses = 0
/** A new address. The part before the first plus selects a persona of the simulator. */
export const address = (persona = 'ada'): string => `${persona}+${addresses++}@simulator.example`
export const addressesOf = (count: number): string[] => Array.from({ length: count }, () => address())

/** Pushes one message, or a batch for several addresses. Repeats the request with the same key while the response is 503. */
export async function push(shop: Shop, to: string[]): Promise<Acknowledged> {
  const headers = { 'Idempotency-Key': randomUUID() }
  const messages = to.map((recipient) => ({
    recipient_email: recipient,
    subject: 'Your order',
    body: 'It is on its way.',
  }))
  const send = (): Promise<ApiResponse> =>
    messages.length === 1
      ? shop.call('POST', '/api/v1/messages', { headers, body: messages[0] })
      : shop.call('POST', '/api/v1/messages/batch', { headers, body: { messages } })
  for (let refusals = 0; ; refusals++) {
    const response = await send()
    if (response.status !== 503)
      return { pushed: readIds(response).map((id, index) => ({ shop, id, to: to[index]! })), refusals }
    await sleep(50)
  }
}

/** Throws unless the push was acknowledged. */
function readIds({ status, json, text }: ApiResponse): string[] {
  if (status === 201) return [json.id]
  if (status === 200) return json.results.map((item: { result: { id: string } }) => item.result.id)
  throw new Error(`a push returned ${status}: ${text}`)
}
