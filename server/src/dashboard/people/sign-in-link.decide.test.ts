import { expect, test } from 'vitest'
import { linkState } from './sign-in-link.decide.ts'

const now = new Date('2026-07-01T12:00:00Z')
const later = new Date('2026-07-01T12:00:01Z')

test.each([
  ['ready', { usedAt: null, expiresAt: later, isOwnBrowser: true }],
  ['expired', { usedAt: null, expiresAt: now, isOwnBrowser: true }],
  ['used', { usedAt: now, expiresAt: later, isOwnBrowser: true }],
  ['used', { usedAt: now, expiresAt: now, isOwnBrowser: true }],
  ['other_browser', { usedAt: null, expiresAt: later, isOwnBrowser: false }],
  ['other_browser', { usedAt: now, expiresAt: now, isOwnBrowser: false }],
] as const)('a link is %s with %j', (state, facts) => {
  expect(linkState({ ...facts, now })).toBe(state)
})
