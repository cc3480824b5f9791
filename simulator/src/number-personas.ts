import type { PhoneChannel } from './channels.ts'
import type { Status } from './outbox.ts'
import type { Behaviour } from './scripts.ts'

/**
 * How a send to a number is treated without a script, what is reported of it once it is accepted, and what its owner then
 * writes back.
 */
type NumberHabit = { behaviour: Behaviour; reports: Status[]; answer: string | null }

const usual: NumberHabit = { behaviour: 'accept', reports: ['sent', 'delivered'], answer: null }

/** By the last three digits, on every channel or on one only. */
const habits = new Map<string, Partial<NumberHabit> & { only?: PhoneChannel }>([
  ['002', { reports: ['failed'] }],
  ['003', { behaviour: 'refuse' }],
  ['004', { behaviour: 'accept_then_close' }],
  ['005', { only: 'whatsapp', behaviour: 'not_on_whatsapp' }],
  ['006', { only: 'whatsapp', reports: [] }],
  ['007', { answer: 'STOP' }],
])

/** The numbers are of a range that is kept for fiction: nobody has them. */
export function numberHabitOf(channel: PhoneChannel, to: string): NumberHabit {
  const ending = /^\+447700900(\d{3})$/.exec(to)?.[1]
  const { only = channel, ...habit } = habits.get(ending ?? '') ?? {}
  return only === channel ? { ...usual, ...habit } : usual
}
