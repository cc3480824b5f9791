import { describe, expect, test } from 'vitest'
import { emailPersona } from '../../../simulator/src/email-personas.ts'
import { numberPersona } from '../../../simulator/src/number-personas.ts'
import type { Channel } from '../channels/registry.ts'
import { type Persona, personaOf } from './personas.decide.ts'

const accepted = { outcome: 'accepted' } as const
const refused = {
  outcome: 'refused',
  retryable: false,
  detail: 'test number',
  words: 'The test number refuses messages',
} as const
const unknown = { outcome: 'unknown', detail: 'test connection closed' } as const
const delivered = { kind: 'delivered' } as const
const failed = (cause: 'not_on_whatsapp' | 'other') => ({ kind: 'failed', cause }) as const
const normal: Persona = { submission: accepted, reports: [delivered], reply: null }

for (const [channel, to, persona] of [
  ['email', 'ada@example.com', normal],
  ['email', 'ada@simulator.example', normal],
  ['email', 'bounced@simulator.example', normal],
  ['email', 'bounced+a1@example.com', normal],
  ['email', 'constructor+a1@simulator.example', normal],
  [
    'email',
    'bounced+a1@simulator.example',
    { ...normal, reports: [{ kind: 'bounced', bounceType: 'permanent', words: '550 5.1.1 The test address bounces' }] },
  ],
  ['email', 'complained+a1@simulator.example', { ...normal, reports: [delivered, { kind: 'complained' }] }],
  ['email', 'unknown+a1@simulator.example', { submission: unknown, reports: [], reply: null }],
  ['sms', '+447700900001', normal],
  ['sms', '+447700900002', { ...normal, reports: [failed('other')] }],
  ['whatsapp', '+447700900002', { ...normal, reports: [failed('other')] }],
  ['sms', '+447700900003', { submission: refused, reports: [], reply: null }],
  ['whatsapp', '+447700900003', { submission: refused, reports: [], reply: null }],
  ['sms', '+447700900004', { submission: unknown, reports: [], reply: null }],
  ['whatsapp', '+447700900004', { submission: unknown, reports: [], reply: null }],
  ['sms', '+447700900005', normal],
  ['whatsapp', '+447700900005', { ...normal, reports: [failed('not_on_whatsapp')] }],
  ['sms', '+447700900006', normal],
  ['whatsapp', '+447700900006', { ...normal, reports: [] }],
  ['sms', '+447700900007', { ...normal, reply: 'STOP' }],
  ['whatsapp', '+447700900007', { ...normal, reply: 'STOP' }],
  ['sms', '+447700901002', normal],
  ['sms', '+4477009000020', normal],
  ['sms', '+15550100002', normal],
] as [Channel, string, Persona][])
  test(`${channel} to ${to}: ${persona.submission.outcome}, then ${JSON.stringify(persona.reports)}`, () => {
    expect(personaOf(channel, to)).toEqual(persona)
  })

describe('the simulator treats the same values in the same way', () => {
  const outcomes = {
    accept: 'accepted',
    refuse: 'refused',
    accept_then_close: 'unknown',
    not_on_whatsapp: 'accepted',
  } as const
  /** `sent` changes nothing, so the built-in provider does not report it. */
  const kindsOf = (persona: { behaviour: string; reports: string[] }): string[] => {
    if (persona.behaviour === 'not_on_whatsapp') return ['failed']
    return persona.behaviour === 'accept' ? persona.reports.filter((kind) => kind !== 'sent') : []
  }
  const compare = (channel: Channel, to: string, expected: { behaviour: string; reports: string[] }): void => {
    const { submission, reports } = personaOf(channel, to)
    expect(submission.outcome).toBe(outcomes[expected.behaviour as keyof typeof outcomes])
    expect(reports.map(({ kind }) => kind)).toEqual(kindsOf(expected))
  }

  for (const name of ['ada', 'bounced', 'complained', 'unknown', 'refused'])
    test(`emails to ${name}+1@simulator.example`, () => {
      compare('email', `${name}+1@simulator.example`, emailPersona(`${name}+1@simulator.example`))
    })
  for (const channel of ['sms', 'whatsapp'] as const)
    test(`${channel} to each of the thousand numbers`, () => {
      for (let ending = 0; ending < 1_000; ending++) {
        const to = `+447700900${String(ending).padStart(3, '0')}`
        const expected = numberPersona(channel, to)
        compare(channel, to, expected)
        expect(personaOf(channel, to).reply).toBe(expected.reply)
      }
    })
})
