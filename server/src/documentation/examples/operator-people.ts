import type { Example } from './example.ts'
import { businessId, openedAt } from './operator-installation.ts'

export const personId = 'per_01M6BQ4T9XH2D7KE5WRZ8CN1VS'
export const invitationId = 'inv_01M7GW2K5RBD9T4X8ZQ6EHN3VA'
export const memberEmail = 'lena@hazelandpine.example'
const invitedEmail = 'sam@hazelandpine.example'
const params = { business_id: businessId }
const lena = {
  id: personId,
  name: 'Lena Berg',
  email: memberEmail,
  role: 'support',
  created_at: openedAt,
  seen_at: '2026-11-17T06:20:58.410Z',
}
const sent = {
  id: invitationId,
  email: invitedEmail,
  role: 'owner',
  created_at: '2026-11-16T09:00:00.000Z',
  expires_at: '2026-11-23T09:00:00.000Z',
}

/** Examples of operations on the people of a business. */
export const operatorPeopleExamples: Record<string, Example> = {
  listMembers: {
    params,
    response: { items: [lena] },
    prints: ['items[].id', 'items[].name', 'items[].role'],
  },
  changeMember: {
    params: { ...params, person_id: personId },
    body: { role: 'viewer' },
    response: { ...lena, role: 'viewer' },
    prints: ['name', 'role'],
  },
  removeMember: { params: { ...params, person_id: personId }, response: null },
  listInvitations: { params, response: { items: [sent] }, prints: ['items[].email', 'items[].role'] },
  inviteMember: {
    params,
    body: { email: invitedEmail, role: 'owner' },
    response: sent,
    prints: ['id', 'expires_at'],
  },
  revokeInvitation: { params: { ...params, invitation_id: invitationId }, response: null },
}
