import type { PhoneChannel } from './channels.ts'
import type { Status } from './outbox.ts'
import type { Behaviour } from './scripts.ts'

/** The behaviour of a number without a script, the reports that follow an accepted message, and the recipient's reply. */
type NumberPersona = { behaviour: Behaviour; reports: Status[]; reply: string | null }

const defaultPersona: NumberPersona = { behaviour: 'accept', reports: ['sent', 'delivered'], reply: null }

/** By the last three digits. `only` limits a persona to one channel. */
const personas = new Map<string, Partial<NumberPersona> & { only?: PhoneChannel }>([
  ['002', { reports: ['failed'] }],
  ['003', { behaviour: 'refuse' }],
  ['004', { behaviour: 'accept_then_close' }],
  ['005', { only: 'whatsapp', behaviour: 'not_on_whatsapp' }],
  ['006', { only: 'whatsapp', reports: [] }],
  ['007', { reply: 'STOP' }],
])

/** Uses a number range that is reserved for fiction, so no real number has a persona. */
export function numberPersona(channel: PhoneChannel, to: string): NumberPersona {
  const ending = /^\+447700900(\d{3})$/.exec(to)?.[1]
  const { only = channel, ...persona } = personas.get(ending ?? '') ?? {}
  return only === channel ? { ...defaultPersona, ...persona } : defaultPersona
}
