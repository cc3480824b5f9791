import { expect, test } from 'vitest'
import type { MessageStatus } from '../message-status.ts'
import { decideRetractions } from './retract.decide.ts'

const statuses = new Map<string, MessageStatus>([
  ['a', 'active'],
  ['o', 'obsolete'],
  ['r', 'retracted'],
])
for (const [calls, expected] of [
  [['a'], [{ retracted: true }]],
  [['o'], [{ retracted: true }]],
  [['r'], [{ retracted: false }]],
  [
    ['x', null],
    [null, null],
  ],
  [
    ['a', 'a', 'o'],
    [{ retracted: true }, { retracted: false }, { retracted: true }],
  ],
] as const)
  test(`3.1 retracting ${JSON.stringify(calls)} → ${JSON.stringify(expected)}`, () => {
    expect(decideRetractions([...calls], statuses)).toEqual(expected)
  })
