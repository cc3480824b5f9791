import { expect, test } from 'vitest'
import { expiryErrors, refuseCreation, revokedWith } from './keys.decide.ts'
import type { Scope } from './scopes.ts'

// root ─ child ─ grandchild ─ great, root ─ sibling, and a detached key with a child of its own.
const family = [
  { id: 'root', parent_id: null },
  { id: 'child', parent_id: 'root' },
  { id: 'grandchild', parent_id: 'child' },
  { id: 'great', parent_id: 'grandchild' },
  { id: 'sibling', parent_id: 'root' },
  { id: 'detached', parent_id: null },
  { id: 'below', parent_id: 'detached' },
]

for (const [keyId, revoked] of [
  ['root', ['root', 'child', 'sibling', 'grandchild', 'great']],
  ['child', ['child', 'grandchild', 'great']],
  ['great', ['great']],
  ['sibling', ['sibling']],
  ['detached', ['detached', 'below']],
  ['unknown', []],
] as const)
  test(`revoking ${keyId} revokes ${revoked.join(', ') || 'nothing'} (4)`, () => {
    expect(revokedWith(family, keyId).map(({ id }) => id)).toEqual(revoked)
  })

const all = { scopes: null, expires_at: null }
const wantedBy = (creatorId: string | null, createdLately = 0) => ({ ...all, creatorId, createdLately })
const keys = (count: number, rights: Rights = all) =>
  Array.from({ length: count }, (_, index) => ({ id: `key${index}`, parent_id: null, ...rights }))
for (const [what, active, creatorId, refusal] of [
  ['24 active keys', keys(24), 'key0', null],
  ['25 active keys', keys(25), 'key0', 'business.key_limit_reached'],
  ['from the dashboard, no keys yet', [], null, null],
  ['from the dashboard, 99 active keys', keys(99), null, null],
  ['from the dashboard, 100 active keys', keys(100), null, 'business.key_limit_reached'],
  ['creator revoked meanwhile', keys(3), 'key9', 'business.invalid_api_key'],
  ['creator revoked meanwhile, 25 active keys', keys(25), 'key30', 'business.invalid_api_key'],
] as const)
  test(`creating a key: ${what} → ${refusal ?? 'created'} (5.5)`, () => {
    expect(refuseCreation([...active], wantedBy(creatorId))).toBe(refusal)
  })

for (const [created, creatorId, refusal] of [
  [999, 'key0', null],
  [1_000, 'key0', 'business.key_limit_reached'],
  [1_000, null, null],
] as const)
  test(`creating a key ${creatorId === null ? 'from the dashboard' : 'by a key'} after ${created} in a day → ${refusal ?? 'created'} (5.5)`, () => {
    expect(refuseCreation(keys(1), wantedBy(creatorId, created))).toBe(refusal)
  })

type Rights = { scopes: Scope[] | null; expires_at: Date | null }
const noon = new Date('2026-11-16T12:00:00Z')
const later = new Date('2026-11-16T12:00:00.001Z')
const earlier = new Date('2026-11-16T11:59:59.999Z')
const rows: [what: string, creator: Partial<Rights>, wanted: Partial<Rights>, isPermitted: boolean][] = [
  ['all by all', {}, {}, true],
  ['a list by all', {}, { scopes: ['erasure'] }, true],
  ['all by a list', { scopes: ['keys'] }, {}, false],
  ['the same list', { scopes: ['keys', 'credits'] }, { scopes: ['credits', 'keys'] }, true],
  ['a part of the list', { scopes: ['keys', 'credits'] }, { scopes: ['credits'] }, true],
  ['a scope that is not in the list', { scopes: ['keys', 'credits'] }, { scopes: ['keys', 'erasure'] }, false],
  ['an end by a key without one', {}, { expires_at: noon }, true],
  ['no end by a key with one', { expires_at: noon }, {}, false],
  ['an earlier end', { expires_at: noon }, { expires_at: earlier }, true],
  ['the same end', { expires_at: noon }, { expires_at: new Date(noon) }, true],
  ['a later end', { expires_at: noon }, { expires_at: later }, false],
  ['fewer scopes and a later end', { expires_at: noon }, { scopes: ['keys'], expires_at: later }, false],
]
for (const [what, creator, wanted, isPermitted] of rows) {
  test(`a key creates ${what}: ${isPermitted ? 'created' : 'refused'} (5)`, () => {
    const active = keys(1, { ...all, ...creator })
    const refusal = isPermitted ? null : 'business.key_not_permitted'
    expect(refuseCreation(active, { ...wantedBy('key0'), ...wanted })).toBe(refusal)
  })
  test(`the dashboard creates ${what}: created (5)`, () => {
    expect(refuseCreation(keys(1, { ...all, ...creator }), { ...wantedBy(null), ...wanted })).toBeNull()
  })
}

test('rights are checked before the limit, so that a refusal does not reveal the number of keys (5)', () => {
  const full = keys(25, { scopes: ['keys'], expires_at: null })
  expect(refuseCreation(full, wantedBy('key0'))).toBe('business.key_not_permitted')
})

for (const [given, type] of [
  [null, null],
  ['2026-11-16T12:00:00.001Z', null],
  ['2026-11-16T13:00:01+01:00', null],
  ['9999-12-31T23:59:59Z', null],
  ['2026-11-16T12:00:00Z', 'datetime_future'],
  ['2026-11-16T12:59:59+01:00', 'datetime_future'],
  ['0000-01-01T00:00:00Z', 'datetime_future'],
  ['9999-12-31T23:59:59-01:00', 'value_error'],
] as const)
  test(`expires_at ${given} at noon is ${type ?? 'valid'} (2.8)`, () => {
    expect(expiryErrors(given, noon).map((error) => [error.type, error.loc, error.input])).toEqual(
      type === null ? [] : [[type, ['expires_at'], given]],
    )
  })
