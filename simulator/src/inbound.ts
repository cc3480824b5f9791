import type { Tell } from './callbacks.ts'
import { everything, type PhoneChannel, type Submission } from './outbox.ts'
import type { Reply } from './replies.ts'
import { writeSms } from './sms.ts'
import { writeWhatsApp } from './whatsapp.ts'
import type { World } from './world.ts'

/** `inReplyTo` is the send that is answered, where somebody says which. */
type Inbound = { channel: PhoneChannel; from: string; text: string; inReplyTo: Submission | null }

/** The owner of a number writes to the shop. It stands on the telephone from the moment it is told. */
export function writeBack(world: World, { channel, from, text, inReplyTo }: Inbound): Tell {
  return (at) => {
    const reply: Reply = { channel, from, text, at: new Date(at).toISOString(), taken: false }
    world.replies.add(reply)
    const taken = (): void => {
      reply.taken = true
    }
    const shop = shopOf(world, channel, inReplyTo ?? lastSend(world, channel, from))
    if (channel === 'sms') return writeSms(from, shop, text, taken)(at)
    return writeWhatsApp({ phoneNumberId: shop, from, text, inReplyTo: inReplyTo?.arrival.id ?? null }, taken)(at)
  }
}

/** The newest send that a number got on a channel; null asks for that of any number. */
export function lastSend(world: World, channel: PhoneChannel, to: string | null): Submission | undefined {
  return world.outbox.accepted({ ...everything, channel, to }).at(-1)
}

/** What development sends from, for those who write before anything was sent. */
const unknownShops: Record<PhoneChannel, string> = { sms: '+447700900000', whatsapp: '100000000000001' }

/** Who never got anything writes to whoever sent last: most worlds have one sender. */
function shopOf(world: World, channel: PhoneChannel, answered: Submission | undefined): string {
  return (answered ?? lastSend(world, channel, null))?.arrival.from ?? unknownShops[channel]
}
