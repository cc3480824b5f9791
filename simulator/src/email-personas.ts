import { canonicalAddress } from './address.ts'
import type { EmailStatus } from './mailgun.ts'
import type { BehaviourOf } from './scripts.ts'

/** The behaviour of an address without a script, and the reports that follow an accepted email. */
type EmailPersona = { behaviour: BehaviourOf<'email'>; reports: EmailStatus[] }

const defaultPersona: EmailPersona = { behaviour: 'accept', reports: ['delivered'] }

const personas = new Map<string, EmailPersona>([
  ['bounced', { behaviour: 'accept', reports: ['bounced'] }],
  ['complained', { behaviour: 'accept', reports: ['delivered', 'complained'] }],
  // The provider accepts the email but never confirms or reports it, so its outcome stays unknown.
  ['unknown', { behaviour: 'accept_then_close', reports: [] }],
])

/** The local part before the first plus selects the persona, at `simulator.example` only. */
export function emailPersona(to: string): EmailPersona {
  const name = /^([^+@]+)\+[^@]*@simulator\.example$/.exec(canonicalAddress(to))?.[1]
  return personas.get(name ?? '') ?? defaultPersona
}
