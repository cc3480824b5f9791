import type { Tell } from './callbacks.ts'
import type { PhoneChannel } from './channels.ts'
import { everything, type Submission } from './outbox.ts'
import { phoneProviders } from './phone-providers.ts'
import type { Reply } from './replies.ts'
import type { SimulatorState } from './simulator-state.ts'

/** `inReplyTo` is the send that is answered, where somebody says which. */
type Inbound = { channel: PhoneChannel; from: string; text: string; inReplyTo: Submission | null }

/** The owner of a number writes to the shop. It stands on the telephone from the moment it is told. */
export function writeBack(state: SimulatorState, { channel, from, text, inReplyTo }: Inbound): Tell {
  return (at) => {
    const reply: Reply = { channel, from, text, at: new Date(at).toISOString(), taken: false }
    state.replies.add(reply)
    const taken = (): void => {
      reply.taken = true
    }
    const shop = shopOf(state, channel, inReplyTo ?? lastSend(state, channel, from))
    const written = { from, shop, text, inReplyTo: inReplyTo?.arrival.id ?? null }
    return phoneProviders[channel].writeInbound(written, taken)(at)
  }
}

/** The newest send that a number got on a channel; null asks for that of any number. */
export function lastSend(state: SimulatorState, channel: PhoneChannel, to: string | null): Submission | undefined {
  return state.outbox.accepted({ ...everything, channel, to }).at(-1)
}

/** Who never got anything writes to whoever sent last: most worlds have one sender. */
function shopOf(state: SimulatorState, channel: PhoneChannel, answered: Submission | undefined): string {
  return (answered ?? lastSend(state, channel, null))?.arrival.from ?? phoneProviders[channel].usualShop
}
