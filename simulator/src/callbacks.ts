import type { PhoneChannel } from './channels.ts'

/** Where the service receives a provider's callbacks, and the secret that signs them. */
type CallbackTarget = { url: string; secret: string }
export type CallbackTargets = { email: CallbackTarget } & Partial<Record<PhoneChannel, CallbackTarget>>

export type CallbackRequest = { url: string; headers: Record<string, string>; body: string }

/**
 * A delivery report or an inbound message on its way to the service. `buildRequest` runs for each attempt, because a signature
 * may contain the time; it returns null while the channel is not connected. `onAccepted` runs once the service has accepted it.
 */
export type Callback = {
  buildRequest: (targets: CallbackTargets) => CallbackRequest | null
  onAccepted: () => void
}

/** `at` is the time of the first attempt in milliseconds. Retries send the same time. */
export type CreateCallback = (at: number) => Callback
