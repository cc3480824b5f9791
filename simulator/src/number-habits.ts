import type { PhoneChannel, Status } from './outbox.ts'
import type { Behaviour } from './scripts.ts'

/**
 * How a send to a number is treated without a script, what is reported of it once it is accepted, and what its owner then
 * writes back.
 */
type NumberHabit = { behaviour: Behaviour; reports: Status[]; answer: string | null }

const usual: NumberHabit = { behaviour: 'accept', reports: ['sent', 'delivered'], answer: null }
const both = (habit: NumberHabit): Record<PhoneChannel, NumberHabit> => ({ sms: habit, whatsapp: habit })

/** By the last three digits. */
const habits = new Map<string, Record<PhoneChannel, NumberHabit>>([
  ['002', both({ ...usual, reports: ['failed'] })],
  ['003', both({ ...usual, behaviour: 'refuse' })],
  ['004', both({ ...usual, behaviour: 'accept_then_close' })],
  ['005', { sms: usual, whatsapp: { ...usual, behaviour: 'not_on_whatsapp' } }],
  ['006', { sms: usual, whatsapp: { ...usual, reports: [] } }],
  ['007', both({ ...usual, answer: 'STOP' })],
])

/** The numbers are of a range that is kept for fiction: nobody has them. */
export function numberHabitOf(channel: PhoneChannel, to: string): NumberHabit {
  const ending = /^\+447700900(\d{3})$/.exec(to)?.[1]
  return habits.get(ending ?? '')?.[channel] ?? usual
}
