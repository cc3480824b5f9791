import { describe, expect, test } from 'vitest'
import { isHigherRole } from '../../member-role.ts'
import { invitationState, isLastAdmin, refuseInvitation, refuseRemoval, refuseRoleChange } from './people.decide.ts'

const facts = { isMember: false, members: 1, openInvitations: 0, sentToday: 0, sentTodayToAddress: 0 }
test.each([
  [{}, null],
  [{ members: 99, openInvitations: 99, sentToday: 49, sentTodayToAddress: 4 }, null],
  [{ isMember: true, members: 100 }, 'member.already_member'],
  [{ members: 100 }, 'member.limit_reached'],
  [{ openInvitations: 100 }, 'invitation.limit_reached'],
  [{ sentToday: 50 }, 'invitation.daily_limit_reached'],
  [{ sentTodayToAddress: 5 }, 'invitation.daily_limit_reached'],
] as const)('an invitation with %o gets %s', (changes, expected) => {
  expect(refuseInvitation({ ...facts, ...changes })).toBe(expected)
})

const one = [
  { id: 'ana', role: 'owner' },
  { id: 'bo', role: 'support' },
  { id: 'cy', role: 'viewer' },
] as const
const two = [...one, { id: 'dee', role: 'owner' }] as const

describe('a change of a role', () => {
  test.each([
    [one, null, 'bo', 'owner', null],
    [one, 'ana', 'bo', 'owner', null],
    [one, 'ana', 'ana', 'viewer', 'member.last_owner'],
    [one, null, 'ana', 'viewer', 'member.last_owner'],
    [one, 'ana', 'ana', 'owner', null],
    [two, 'ana', 'ana', 'viewer', null],
    [two, 'ana', 'dee', 'viewer', null],
    [one, 'bo', 'bo', 'owner', 'member.own_role'],
    [one, 'cy', 'cy', 'support', 'member.own_role'],
    [one, 'bo', 'bo', 'developer', 'member.own_role'],
    [one, 'bo', 'bo', 'viewer', null],
    [one, 'ana', 'bo', 'developer', null],
    [one, 'ana', 'missing', 'viewer', 'member.not_found'],
  ] as const)('of %o by %s: %s becomes %s gets %s', (members, actorId, id, role, expected) => {
    expect(refuseRoleChange([...members], { actorId, id, role }, isHigherRole)).toBe(expected)
  })
})

test.each([
  [one, 'ana', 'member.last_owner'],
  [one, 'bo', null],
  [two, 'ana', null],
  [two, 'missing', 'member.not_found'],
] as const)('the removal from %o of %s gets %s', (members, id, expected) => {
  expect(refuseRemoval([...members], id)).toBe(expected)
})

test.each([
  ['themselves, and no other admin stays', ['ana'], { actorId: 'ana', id: 'ana' }, true],
  ['themselves, and another admin stays', ['ana', 'bo'], { actorId: 'ana', id: 'ana' }, false],
  ['an operator who is no admin', ['ana'], { actorId: 'ana', id: 'cy' }, false],
  ['the last admin with a name, by OPERATOR_TOKEN', ['ana'], { actorId: null, id: 'ana' }, false],
] as const)('an admin ends the rights of %s', (_, ids, change, expected) => {
  expect(
    isLastAdmin(
      ids.map((id) => ({ id })),
      change,
    ),
  ).toBe(expected)
})

const now = new Date('2026-11-18T12:00:00Z')
const later = new Date('2026-11-18T12:00:01Z')
test.each([
  [{ acceptedAt: null, revokedAt: null, expiresAt: later }, 'ready'],
  [{ acceptedAt: null, revokedAt: null, expiresAt: now }, 'expired'],
  [{ acceptedAt: null, revokedAt: now, expiresAt: later }, 'revoked'],
  [{ acceptedAt: now, revokedAt: null, expiresAt: now }, 'accepted'],
])('the invitation %o is %s', (times, expected) => {
  expect(invitationState({ ...times, now })).toBe(expected)
})
