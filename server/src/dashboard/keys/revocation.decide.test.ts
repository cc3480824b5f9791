import { describe, expect, test } from 'vitest'
import { scopes as allScopes, type Scope } from '../../keys/scopes.ts'
import { isRecentlyUsed, previewRevocation } from './revocation.decide.ts'

const key = (id: string, scopes: Scope[] | null) => ({ id, parent_id: null, scopes, last_used_at: null })
const everything = key('everything', null)
const pushes = key('pushes', ['messages:write'])
const reads = key('reads', ['messages:read', 'credits'])

describe('what a revocation takes with it', () => {
  test.each([
    ['another key may do everything', [everything, pushes], ['pushes'], [], false],
    ['no other key may push', [pushes, reads], ['pushes'], ['messages:write'], false],
    [
      'the one key of everything',
      [everything, reads],
      ['everything'],
      ['messages:write', 'recipients', 'erasure', 'webhooks', 'keys'],
      false,
    ],
    ['the last keys', [pushes, reads], ['pushes', 'reads'], ['messages:write', 'messages:read', 'credits'], true],
    ['a key that is not active', [pushes], ['other'], [], false],
  ] as const)('%s', (_, active, ids, lostScopes, isLastKey) => {
    expect(previewRevocation([...active], [...ids], allScopes)).toEqual({
      revoked: ids.flatMap((id) => active.find((one) => one.id === id) ?? []),
      lostScopes,
      isLastKey,
    })
  })
})

test.each([
  [null, false],
  ['2026-11-18T12:00:00Z', true],
  ['2026-11-16T13:00:00Z', true],
  ['2026-11-16T12:00:00Z', false],
])('a key that was last used at %s is in use: %s', (used, expected) => {
  const now = new Date('2026-11-18T12:30:00Z')
  expect(isRecentlyUsed({ last_used_at: used === null ? null : new Date(used) }, now)).toBe(expected)
})
