import { randomUUID } from 'node:crypto'
import type { Shop } from '../../support/client.ts'
import { pick } from '../chance.ts'
import { ask, askUntilAnswered } from '../client.ts'
import { newPerson, type Person } from '../people.ts'
import { decideFate, fatedPerson } from './fates.ts'
import type { Lane, PushBody, Pushed } from './lane.ts'

const [onePush, manyPushes] = ['/api/v1/messages', '/api/v1/messages/batch']
const whatsapp = { channels: ['whatsapp'], whatsapp_opt_in: {} }

export const pushPlain = async (lane: Lane) => push(lane, await fatedPerson(lane), {})
export const pushHeld = async (lane: Lane) => push(lane, await fatedPerson(lane), { send_at: soon(lane) })
export const pushText = (lane: Lane) => pushPaid(lane, { channels: ['sms'] })
export const pushWhatsApp = (lane: Lane) => pushPaid(lane, { ...whatsapp, sms_if_whatsapp_fails: true })
export const pushEscalation = (lane: Lane) => pushPaid(lane, { channels: ['sms'], escalate_if_unread_after_minutes: 5 })

/** Null where it was not acknowledged in the end. */
export async function push(lane: Lane, person: Person, over: object): Promise<Pushed | null> {
  const [shop, key] = [pick(lane.shops, lane.next)!, randomUUID()]
  const body = messageTo(lane, person, over)
  const asked = { shop, operation: 'push', path: onePush, key, body: JSON.stringify(body) } as const
  const { status, text } = await askUntilAnswered(lane, asked)
  if (status !== 201) return null
  const { id } = JSON.parse(text) as { id: string }
  return remember(lane, { shop, key, body, id, phone: 'recipient_phone' in body ? person.phone : null })
}

export async function pushPaid(lane: Lane, over: object): Promise<Pushed | null> {
  const person = newPerson()
  for (const channel of ['sms', 'whatsapp'] as const) await decideFate(lane, channel, person.phone)
  // There is no template for what is delayed.
  const status = lane.next() < 0.9 ? 'shipped' : 'delayed'
  return push(lane, person, { recipient_phone: person.phone, reference: 'A-1', order_status: status, ...over })
}

export async function pushBatch(lane: Lane): Promise<void> {
  const people = Array.from({ length: 2 + Math.floor(lane.next() * 20) }, () => fatedPerson(lane))
  const items = (await Promise.all(people)).map((person) => messageTo(lane, person, {}))
  const [shop, key] = [pick(lane.shops, lane.next)!, randomUUID()]
  const body = JSON.stringify({ messages: items })
  const { status, text } = await askUntilAnswered(lane, { shop, operation: 'batch', path: manyPushes, key, body })
  if (status !== 200) return
  const { results } = JSON.parse(text) as { results: { result: { id: string } }[] }
  // An item has a key of its own in the scope of pushes (4.1), so it may be repeated as a push.
  for (const [place, { result }] of results.entries())
    remember(lane, { shop, key: `${key}#${place}`, body: items[place]!, id: result.id, phone: null })
}

/** Several at once about one message: it changes in place, and each push has nudges of its own, held or at once. */
export async function pushUpdates(lane: Lane): Promise<void> {
  const person = newPerson()
  for (const channel of ['sms', 'whatsapp'] as const) await decideFate(lane, channel, person.phone)
  const order = { recipient_phone: person.phone, reference: 'A-1', order_status: 'shipped' }
  const message = messageTo(lane, person, { kind: 'updateable', ...order })
  const shop = pick(lane.shops, lane.next)!
  const times = 2 + Math.floor(lane.next() * 3)
  const pushOnce = (time: number) => {
    const over = { body: `Version ${time}`, notify: lane.next() < 0.5, ...pick(waysToNudge, lane.next)!(lane) }
    const body = JSON.stringify({ ...message, ...over })
    return askUntilAnswered(lane, { shop, operation: 'push', path: onePush, key: randomUUID(), body })
  }
  await Promise.all(Array.from({ length: times }, (_, time) => pushOnce(time)))
}

/** The same request once more, its fields in another order: the answer must be the same bytes. */
export async function repeatKey(lane: Lane): Promise<void> {
  const pushed = pick(lane.pushed, lane.next)
  if (pushed === undefined) return
  const { shop, key } = pushed
  const body = JSON.stringify(Object.fromEntries(Object.entries(pushed.body).toReversed()))
  await ask(lane, { shop, operation: 'push', path: onePush, key, body })
}

export async function reuseKey(lane: Lane): Promise<void> {
  const pushed = pick(lane.pushed, lane.next)
  if (pushed === undefined) return
  const { shop, key } = pushed
  const body = JSON.stringify({ ...pushed.body, body: 'Something else.' })
  await ask(lane, { shop, operation: 'wrong', path: onePush, key, body, mustBe: 409 })
}

const waysToNudge: ((lane: Lane) => object)[] = [
  () => ({ channels: [] }),
  () => ({ channels: ['sms'] }),
  (lane) => ({ channels: ['sms'], send_at: soon(lane) }),
  () => ({ channels: ['sms'], escalate_if_unread_after_minutes: 5 }),
  () => ({ ...whatsapp, sms_if_whatsapp_fails: true }),
  (lane) => ({ ...whatsapp, sms_if_whatsapp_fails: true, send_at: soon(lane) }),
]

let messages = 0
/** Every message has a subject of its own, by which it is found again. */
const messageTo = ({ mark }: Lane, { email }: Person, over: object): PushBody => ({
  recipient_email: email,
  subject: `Order ${mark}-${messages++}`,
  body: 'It is on its way.',
  ...over,
})

/** By the service's clock. */
export const soon = ({ next, deployment: { clock } }: Lane): string =>
  new Date(Date.now() + clock.aheadMilliseconds() + 1_000 + next() * 20_000).toISOString()

/** How far back clients remember: what they do with a message they do soon. */
const remembered = 400

function remember({ pushed }: Lane, one: Pushed & { shop: Shop }): Pushed {
  pushed.push(one)
  if (pushed.length > remembered) pushed.shift()
  return one
}
