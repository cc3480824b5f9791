import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { pick } from '../chance.ts'
import { ask, askUntilAnswered } from '../client.ts'
import { newCanary } from '../people.ts'
import { noteBarrier } from './barrier.ts'
import type { Lane, Pushed } from './lane.ts'
import { push, pushText, soon } from './pushes.ts'
import { wrongRequests } from './wrong-requests.ts'

/** How many of the last messages may still be on their way. */
const lately = 60

export const retractOne = (lane: Lane) => retract(lane, pick(lane.pushed.slice(-lately), lane.next) ?? null)
/** While its text is being sent. */
export const retractAtOnce = async (lane: Lane) => retract(lane, await pushText(lane))

async function retract(lane: Lane, pushed: Pushed | null): Promise<void> {
  if (pushed === null) return
  const { shop, id } = pushed
  const path = `/api/v1/messages/${id}/retract`
  const { status } = await askUntilAnswered(lane, { shop, operation: 'retract', path, key: randomUUID() })
  if (status === 200) await noteBarrier(lane, 'retract', id, () => true)
}

export async function resend(lane: Lane): Promise<void> {
  const pushed = pick(
    lane.pushed.filter(({ phone }) => phone !== null),
    lane.next,
  )
  if (pushed === undefined) return
  const channel = lane.next() < 0.5 ? 'sms' : 'whatsapp'
  const path = `/api/v1/messages/${pushed.id}/${channel}`
  await askUntilAnswered(lane, { shop: pushed.shop, operation: 'resend', path, key: randomUUID() })
}

/** Somebody is written to in every way there is, writes back, and is erased. Their key, asked again, must bring nothing back. */
export async function erase(lane: Lane): Promise<void> {
  const { word, ...person } = newCanary()
  const pushed = await push(lane, person, {
    subject: `Order ${word}`,
    body: `For ${word} only.`,
    recipient_phone: person.phone,
    reference: word,
    order_status: 'shipped',
    channels: ['sms', 'whatsapp'],
    whatsapp_opt_in: {},
    ...(lane.next() < 0.3 && { send_at: soon(lane) }),
  })
  if (pushed === null) return
  // Nobody else may write to them again: that would be somebody new.
  lane.pushed.splice(lane.pushed.indexOf(pushed), 1)
  await sleep(lane.next() * 3_000)
  if (lane.next() < 0.3)
    await lane.deployment.simulator.inbound('whatsapp', person.phone, `Thanks, ${word}`).catch(() => null)
  const { shop, key, body } = pushed
  const path = `/api/v1/recipients/${encodeURIComponent(person.email)}/erase`
  const { status } = await askUntilAnswered(lane, { shop, operation: 'erase', path, key: randomUUID() })
  if (status !== 200) return
  lane.history.record({ kind: 'erasure', at: Date.now(), canaries: [word, person.phone.slice(1)] })
  const again = { shop, operation: 'wrong', path: '/api/v1/messages', key, body: JSON.stringify(body) } as const
  await ask(lane, { ...again, mustBe: 404 })
}

export async function read(lane: Lane): Promise<void> {
  const pushed = pick(lane.pushed, lane.next)
  if (pushed === undefined) return
  const path = lane.next() < 0.7 ? `/api/v1/messages/${pushed.id}` : '/api/v1/messages?limit=20'
  await ask(lane, { shop: pushed.shop, operation: 'read', method: 'GET', path })
}

export async function askWrongly(lane: Lane): Promise<void> {
  const { apiKey, key = randomUUID(), ...request } = pick(wrongRequests, lane.next)!(lane.next)
  const shop = pick(lane.shops, lane.next)!
  await ask(lane, { operation: 'wrong', key, ...request, shop: { id: shop.id, key: apiKey ?? shop.key } })
}
