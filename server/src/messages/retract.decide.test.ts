import { expect, test } from 'vitest'
import type { MessageStatus } from '../message-status.ts'
import { decideRetractions } from './retract.decide.ts'

const messages = new Map<string | null, { status: MessageStatus }>([
  ['a', { status: 'active' }],
  ['o', { status: 'obsolete' }],
  ['r', { status: 'retracted' }],
])
for (const [calls, expected] of [
  [['a'], [true]],
  [['o'], [true]],
  [['r'], [false]],
  [
    ['x', null],
    [null, null],
  ],
  [
    ['a', 'a', 'o'],
    [true, false, true],
  ],
] as const)
  test(`retracting ${JSON.stringify(calls)} → ${JSON.stringify(expected)} (3.1)`, () => {
    const decided = decideRetractions(calls.map((id) => messages.get(id)))
    expect(decided).toEqual(
      calls.map((id, call) => (messages.has(id) ? { message: messages.get(id), retracted: expected[call] } : null)),
    )
  })
