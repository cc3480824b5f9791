import { randomUUID } from 'node:crypto'
import type { Shop } from '../../support/client.ts'
import { requestUntilDone, sendRequest } from '../client.ts'
import { newPerson, type Person } from '../people.ts'
import { pick } from '../random.ts'
import type { LoadClient, PushBody, Pushed } from './load-client.ts'
import { newScriptedPerson, scriptBehaviour } from './submission-behaviours.ts'

const [pushPath, batchPath] = ['/api/v1/messages', '/api/v1/messages/batch']
const whatsapp = { channels: ['whatsapp'], whatsapp_opt_in: {} }

export const pushPlain = async (client: LoadClient) => push(client, await newScriptedPerson(client), {})
export const pushScheduled = async (client: LoadClient) =>
  push(client, await newScriptedPerson(client), { send_at: soon(client) })
export const pushText = (client: LoadClient) => pushPaid(client, { channels: ['sms'] })
export const pushWhatsApp = (client: LoadClient) => pushPaid(client, { ...whatsapp, sms_if_whatsapp_fails: true })
export const pushEscalation = (client: LoadClient) =>
  pushPaid(client, { channels: ['sms'], escalate_if_unread_after_minutes: 5 })

/** Null if the push was not acknowledged in the end. */
export async function push(client: LoadClient, person: Person, over: object): Promise<Pushed | null> {
  const [shop, key] = [pick(client.shops, client.next)!, randomUUID()]
  const body = messageTo(client, person, over)
  const request = { shop, operation: 'push', path: pushPath, key, body: JSON.stringify(body) } as const
  const { status, text } = await requestUntilDone(client, request)
  if (status !== 201) return null
  const { id } = JSON.parse(text) as { id: string }
  return remember(client, { shop, key, body, id, phone: 'recipient_phone' in body ? person.phone : null })
}

export async function pushPaid(client: LoadClient, over: object): Promise<Pushed | null> {
  const person = newPerson()
  for (const channel of ['sms', 'whatsapp'] as const) await scriptBehaviour(client, channel, person.phone)
  // The status "delayed" has no WhatsApp template.
  const status = client.next() < 0.9 ? 'shipped' : 'delayed'
  return push(client, person, { recipient_phone: person.phone, reference: 'A-1', order_status: status, ...over })
}

export async function pushBatch(client: LoadClient): Promise<void> {
  const people = Array.from({ length: 2 + Math.floor(client.next() * 20) }, () => newScriptedPerson(client))
  const items = (await Promise.all(people)).map((person) => messageTo(client, person, {}))
  const [shop, key] = [pick(client.shops, client.next)!, randomUUID()]
  const body = JSON.stringify({ messages: items })
  const { status, text } = await requestUntilDone(client, { shop, operation: 'batch', path: batchPath, key, body })
  if (status !== 200) return
  const { results } = JSON.parse(text) as { results: { result: { id: string } }[] }
  // An item has its own key in the scope of pushes (4.1), so it may be repeated as a push.
  for (const [index, { result }] of results.entries())
    remember(client, { shop, key: `${key}#${index}`, body: items[index]!, id: result.id, phone: null })
}

/** Several concurrent pushes update one message, and each push makes its own nudges, immediate or scheduled. */
export async function pushUpdates(client: LoadClient): Promise<void> {
  const person = newPerson()
  for (const channel of ['sms', 'whatsapp'] as const) await scriptBehaviour(client, channel, person.phone)
  const order = { recipient_phone: person.phone, reference: 'A-1', order_status: 'shipped' }
  const message = messageTo(client, person, { kind: 'updateable', ...order })
  const shop = pick(client.shops, client.next)!
  const times = 2 + Math.floor(client.next() * 3)
  const pushOnce = (time: number) => {
    const over = { body: `Version ${time}`, notify: client.next() < 0.5, ...pick(nudgeVariants, client.next)!(client) }
    const body = JSON.stringify({ ...message, ...over })
    return requestUntilDone(client, { shop, operation: 'push', path: pushPath, key: randomUUID(), body })
  }
  await Promise.all(Array.from({ length: times }, (_, time) => pushOnce(time)))
}

/** Repeats a request with its fields in another order: the response must be the same bytes. */
export async function repeatKey(client: LoadClient): Promise<void> {
  const pushed = pick(client.pushed, client.next)
  if (pushed === undefined) return
  const { shop, key } = pushed
  const body = JSON.stringify(Object.fromEntries(Object.entries(pushed.body).toReversed()))
  await sendRequest(client, { shop, operation: 'push', path: pushPath, key, body })
}

export async function reuseKey(client: LoadClient): Promise<void> {
  const pushed = pick(client.pushed, client.next)
  if (pushed === undefined) return
  const { shop, key } = pushed
  const body = JSON.stringify({ ...pushed.body, body: 'Something else.' })
  await sendRequest(client, { shop, operation: 'wrong', path: pushPath, key, body, expectedStatus: 409 })
}

const nudgeVariants: ((client: LoadClient) => object)[] = [
  () => ({ channels: [] }),
  () => ({ channels: ['sms'] }),
  (client) => ({ channels: ['sms'], send_at: soon(client) }),
  () => ({ channels: ['sms'], escalate_if_unread_after_minutes: 5 }),
  () => ({ ...whatsapp, sms_if_whatsapp_fails: true }),
  (client) => ({ ...whatsapp, sms_if_whatsapp_fails: true, send_at: soon(client) }),
]

let messages = 0
/** Every message has a unique subject, by which the checker identifies it. */
const messageTo = ({ label }: LoadClient, { email }: Person, over: object): PushBody => ({
  recipient_email: email,
  subject: `Order ${label}-${messages++}`,
  body: 'It is on its way.',
  ...over,
})

/** A time within the next 21 seconds of the service's clock. */
export const soon = ({ next, deployment: { clock } }: LoadClient): string =>
  new Date(Date.now() + clock.aheadMilliseconds() + 1_000 + next() * 20_000).toISOString()

/** Actions use only recent messages, so older ones are dropped from the list. */
const maxRemembered = 400

function remember({ pushed }: LoadClient, one: Pushed & { shop: Shop }): Pushed {
  pushed.push(one)
  if (pushed.length > maxRemembered) pushed.shift()
  return one
}
