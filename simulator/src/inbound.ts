import type { CreateCallback } from './callbacks.ts'
import type { PhoneChannel } from './channels.ts'
import { noFilter, type Submission } from './outbox.ts'
import { phoneProviders } from './phone-providers.ts'
import type { Reply } from './replies.ts'
import type { SimulatorState } from './simulator-state.ts'

type InboundMessage = { channel: PhoneChannel; from: string; text: string; inReplyTo: Submission | null }

/** The reply appears on the page from the first attempt, and is marked accepted once the service has it. */
export function createInbound(
  state: SimulatorState,
  { channel, from, text, inReplyTo }: InboundMessage,
): CreateCallback {
  return (at) => {
    const reply: Reply = { channel, from, text, at: new Date(at).toISOString(), accepted: false }
    state.replies.add(reply)
    const onAccepted = (): void => {
      reply.accepted = true
    }
    const to = senderOf(state, channel, inReplyTo ?? latestSubmission(state, channel, from))
    const inbound = { from, to, text, inReplyTo: inReplyTo?.arrival.id ?? null }
    return phoneProviders[channel].createInboundCallback(inbound, onAccepted)(at)
  }
}

/** The newest accepted submission to a number on a channel, or to any number when `to` is null. */
export function latestSubmission(
  state: SimulatorState,
  channel: PhoneChannel,
  to: string | null,
): Submission | undefined {
  return state.outbox.accepted({ ...noFilter, channel, to }).at(-1)
}

/** A number that received nothing writes to the latest sender on the channel: most tests have only one. */
function senderOf(state: SimulatorState, channel: PhoneChannel, repliedTo: Submission | undefined): string {
  return (repliedTo ?? latestSubmission(state, channel, null))?.arrival.from ?? phoneProviders[channel].defaultSender
}
