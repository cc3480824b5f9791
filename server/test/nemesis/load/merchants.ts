import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { requestUntilDone, sendRequest } from '../client.ts'
import { newCanary } from '../people.ts'
import { pick } from '../random.ts'
import { recordBarrier } from './barrier.ts'
import type { LoadClient, Pushed } from './load-client.ts'
import { push, pushText, soon } from './pushes.ts'
import { wrongRequests } from './wrong-requests.ts'

/** How many of the latest messages may still have nudges in progress. */
const recentCount = 60

export const retractOne = (client: LoadClient) =>
  retract(client, pick(client.pushed.slice(-recentCount), client.next) ?? null)
/** Retracts a message while its text is being submitted. */
export const retractAtOnce = async (client: LoadClient) => retract(client, await pushText(client))

async function retract(client: LoadClient, pushed: Pushed | null): Promise<void> {
  if (pushed === null) return
  const { shop, id } = pushed
  const path = `/api/v1/messages/${id}/retract`
  const { status } = await requestUntilDone(client, { shop, operation: 'retract', path, key: randomUUID() })
  if (status === 200) await recordBarrier(client, 'retract', id, () => true)
}

export async function resend(client: LoadClient): Promise<void> {
  const pushed = pick(
    client.pushed.filter(({ phone }) => phone !== null),
    client.next,
  )
  if (pushed === undefined) return
  const channel = client.next() < 0.5 ? 'sms' : 'whatsapp'
  const path = `/api/v1/messages/${pushed.id}/${channel}`
  await requestUntilDone(client, { shop: pushed.shop, operation: 'resend', path, key: randomUUID() })
}

/** A recipient gets a message on every channel, may reply, and is erased. A replay of the push must then return 404. */
export async function erase(client: LoadClient): Promise<void> {
  const { word, ...person } = newCanary()
  const pushed = await push(client, person, {
    subject: `Order ${word}`,
    body: `For ${word} only.`,
    recipient_phone: person.phone,
    reference: word,
    order_status: 'shipped',
    channels: ['sms', 'whatsapp'],
    whatsapp_opt_in: {},
    ...(client.next() < 0.3 && { send_at: soon(client) }),
  })
  if (pushed === null) return
  // No other client may push to this address again: that would create a new recipient with the same canary.
  client.pushed.splice(client.pushed.indexOf(pushed), 1)
  await sleep(client.next() * 3_000)
  if (client.next() < 0.3)
    await client.deployment.simulator.inbound('whatsapp', person.phone, `Thanks, ${word}`).catch(() => null)
  const { shop, key, body } = pushed
  const path = `/api/v1/recipients/${encodeURIComponent(person.email)}/erase`
  const { status } = await requestUntilDone(client, { shop, operation: 'erase', path, key: randomUUID() })
  if (status !== 200) return
  client.history.record({ kind: 'erasure', at: Date.now(), canaries: [word, person.phone.slice(1)] })
  const replay = { shop, operation: 'wrong', path: '/api/v1/messages', key, body: JSON.stringify(body) } as const
  await sendRequest(client, { ...replay, expectedStatus: 404 })
}

export async function read(client: LoadClient): Promise<void> {
  const pushed = pick(client.pushed, client.next)
  if (pushed === undefined) return
  const path = client.next() < 0.7 ? `/api/v1/messages/${pushed.id}` : '/api/v1/messages?limit=20'
  await sendRequest(client, { shop: pushed.shop, operation: 'read', method: 'GET', path })
}

export async function sendWrongRequest(client: LoadClient): Promise<void> {
  const { apiKey, key = randomUUID(), ...request } = pick(wrongRequests, client.next)!(client.next)
  const shop = pick(client.shops, client.next)!
  await sendRequest(client, { operation: 'wrong', key, ...request, shop: { id: shop.id, key: apiKey ?? shop.key } })
}
