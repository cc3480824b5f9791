import { expect, test } from 'vitest'
import { refuseCreation, revokedWith } from './keys.decide.ts'

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
    expect(revokedWith(family, keyId)).toEqual(revoked)
  })

const keys = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `key${index}`, parent_id: null }))
for (const [what, active, creator, refusal] of [
  ['24 active keys', keys(24), 'key0', null],
  ['25 active keys', keys(25), 'key0', 'business.key_limit_reached'],
  ['from the dashboard, no keys yet', [], null, null],
  ['from the dashboard, 25 active keys', keys(25), null, 'business.key_limit_reached'],
  ['creator revoked meanwhile', keys(3), 'key9', 'business.invalid_api_key'],
  ['creator revoked meanwhile, 25 active keys', keys(25), 'key30', 'business.invalid_api_key'],
] as const)
  test(`creating a key: ${what} → ${refusal ?? 'created'} (5.5)`, () => {
    expect(refuseCreation([...active], creator)).toBe(refusal)
  })
