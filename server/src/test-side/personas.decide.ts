/**
 * How the built-in provider of test sides treats an address or a number (contract of the simulator, 3). The values are those of
 * the simulator, so that a test passes with either. Every other address and number is delivered to.
 */
import type { Report } from '../channels/callback.ts'
import type { Channel } from '../channels/registry.ts'
import type { Submission } from '../channels/submission.ts'

/** The result of a submission, the delivery reports that follow it, and what the recipient writes back. */
export type Persona = { submission: Submission; reports: Report[]; reply: string | null }

const accepted: Submission = { outcome: 'accepted' }
const refused: Submission = {
  outcome: 'refused',
  retryable: false,
  detail: 'test number',
  words: 'The test number refuses messages',
}
const unknown: Submission = { outcome: 'unknown', detail: 'test connection closed' }
const delivered: Report = { kind: 'delivered' }

const defaultPersona: Persona = { submission: accepted, reports: [delivered], reply: null }

const emailPersonas = new Map<string, Partial<Persona>>([
  ['bounced', { reports: [{ kind: 'bounced', bounceType: 'permanent', words: '550 5.1.1 The test address bounces' }] }],
  ['complained', { reports: [delivered, { kind: 'complained' }] }],
  ['unknown', { submission: unknown, reports: [] }],
])

/** By the last three digits. `only` limits a persona to one channel. */
const numberPersonas = new Map<string, Partial<Persona> & { only?: Channel }>([
  ['002', { reports: [{ kind: 'failed', cause: 'other' }] }],
  ['003', { submission: refused, reports: [] }],
  ['004', { submission: unknown, reports: [] }],
  ['005', { only: 'whatsapp', reports: [{ kind: 'failed', cause: 'not_on_whatsapp' }] }],
  ['006', { only: 'whatsapp', reports: [] }],
  ['007', { reply: 'STOP' }],
])

export function personaOf(channel: Channel, to: string): Persona {
  const { only = channel, ...persona } = channel === 'email' ? emailPersona(to) : numberPersona(to)
  return only === channel ? { ...defaultPersona, ...persona } : defaultPersona
}

/** The local part before the first plus selects the persona, at `simulator.example` only. */
const emailPersona = (to: string): Partial<Persona> & { only?: Channel } =>
  emailPersonas.get(/^([^+@]+)\+[^@]*@simulator\.example$/.exec(to)?.[1] ?? '') ?? {}

/** Only in a range that is reserved for fiction, so no real number has a persona. */
const numberPersona = (to: string): Partial<Persona> & { only?: Channel } =>
  numberPersonas.get(/^\+447700900(\d{3})$/.exec(to)?.[1] ?? '') ?? {}
