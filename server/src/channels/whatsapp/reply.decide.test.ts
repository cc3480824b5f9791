import { expect, test } from 'vitest'
import { isStop } from './reply.decide.ts'

for (const [text, stops] of [
  ['STOP', true],
  [' stop\n', true],
  ['Opt-out', true],
  ['Stop all', true],
  ['stop by the shop?', false],
  ['START', false],
  ['HELP', false],
  ['Where is it?', false],
] as const)
  test(`2.3 ${JSON.stringify(text)} ${stops ? 'stops' : 'does not stop'} WhatsApp`, () =>
    expect(isStop({ text })).toBe(stops))
