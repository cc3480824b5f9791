import { expect, test } from 'vitest'
import { createRecentlyValid } from './recently-valid.ts'

const [first, second, third] = [Buffer.from('first'), Buffer.from('second'), Buffer.from('third')]

test('a secret is remembered until a check finds it invalid', () => {
  const sessions = createRecentlyValid()
  expect(sessions.has(first)).toBe(false)
  sessions.record(first, true)
  expect(sessions.has(first)).toBe(true)
  sessions.record(first, false)
  expect(sessions.has(first)).toBe(false)
})

test('over the limit the least recently used is removed', () => {
  const sessions = createRecentlyValid(2)
  for (const one of [first, second, first, third]) sessions.record(one, true)
  expect([first, second, third].map((one) => sessions.has(one))).toEqual([true, false, true])
})
