import { expect, test } from 'vitest'
import { emailPersona } from './email-personas.ts'

for (const [to, behaviour, reports] of [
  ['ada@example.com', 'accept', ['delivered']],
  ['ada@simulator.example', 'accept', ['delivered']],
  ['bounced+a1@simulator.example', 'accept', ['bounced']],
  ['complained+a1@simulator.example', 'accept', ['delivered', 'complained']],
  ['unknown+a1@simulator.example', 'accept_then_close', []],
  [' Bounced+A1@Simulator.Example', 'accept', ['bounced']],
  ['bounced+@simulator.example', 'accept', ['bounced']],
  ['bounced@simulator.example', 'accept', ['delivered']],
  ['bounced+a1@example.com', 'accept', ['delivered']],
  ['bounced+a1@simulator.example.com', 'accept', ['delivered']],
  ['constructor+a1@simulator.example', 'accept', ['delivered']],
] as const)
  test(`an email to ${to} → ${behaviour}, then ${reports.join(', ') || 'no report'}`, () => {
    expect(emailPersona(to)).toEqual({ behaviour, reports })
  })
