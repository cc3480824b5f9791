import type { PhoneChannel } from './channels.ts'

/** Where the service takes what a provider tells it, and what that is signed with. */
type CallbackPlace = { url: string; secret: string }
export type Callbacks = { email: CallbackPlace } & Partial<Record<PhoneChannel, CallbackPlace>>

/** A request that tells the service something. */
export type Callback = { url: string; headers: Record<string, string>; body: string }

/**
 * Something a provider has to tell. It is written for each attempt anew, because a signature may hold the time; null where
 * its channel is not connected yet. `taken` is called once the service has it.
 */
export type Telling = { write: (callbacks: Callbacks) => Callback | null; taken: () => void }

/** What is told holds the moment at which it came to be told, however many attempts it takes. */
export type Tell = (at: number) => Telling
