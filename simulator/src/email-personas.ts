import { canonicalAddress } from './address.ts'
import type { EmailStatus } from './mailgun.ts'
import type { BehaviourOf } from './scripts.ts'

/** How a mail to an address is treated without a script, and what is reported of it once it is accepted. */
type Habit = { behaviour: BehaviourOf<'email'>; reports: EmailStatus[] }

const usual: Habit = { behaviour: 'accept', reports: ['delivered'] }

const habits = new Map<string, Habit>([
  ['bounced', { behaviour: 'accept', reports: ['bounced'] }],
  ['complained', { behaviour: 'accept', reports: ['delivered', 'complained'] }],
  // The provider has the mail, and nobody will ever learn it from the provider.
  ['unknown', { behaviour: 'accept_then_close', reports: [] }],
])

/** What stands before the first plus at `simulator.example` says how an address behaves. */
export function habitOf(to: string): Habit {
  const word = /^([^+@]+)\+[^@]*@simulator\.example$/.exec(canonicalAddress(to))?.[1]
  return habits.get(word ?? '') ?? usual
}
