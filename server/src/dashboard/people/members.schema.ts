import { Type } from 'typebox'
import { memberRoles } from '../../member-role.ts'
import { businessPath, literal, moment, named, nullable } from '../../schema.ts'

const memberRole = literal(memberRoles, {
  description:
    '`owner` may do everything, `support` helps customers and erases, `developer` helps customers, `viewer` reads.',
})
const email = 'The address of the person.'
const personId = Type.String({ description: 'The id of the person. It begins with `per_`.' })
const invitationId = Type.String({ description: 'The id of the invitation. It begins with `inv_`.' })
export const memberPath = Type.Object({ ...businessPath.properties, person_id: personId })
export const invitationPath = Type.Object({ ...businessPath.properties, invitation_id: invitationId })

export const member = named(
  'Member',
  Type.Object(
    {
      id: personId,
      name: Type.String({ description: 'The name of the person.' }),
      email: Type.String({ description: email }),
      role: memberRole,
      created_at: moment('Since when the person is a member.'),
      seen_at: nullable(
        moment('When the person was last in the dashboard of this business, on either side. Null if never.'),
      ),
    },
    { description: 'A person who works for a business, on both of its sides.' },
  ),
)
export const invitation = named(
  'Invitation',
  Type.Object(
    {
      id: invitationId,
      email: Type.String({ description: email }),
      role: memberRole,
      created_at: moment('When the invitation was sent.'),
      expires_at: moment('Until when its link works. An expired invitation can be sent again.'),
    },
    { description: 'An invitation that was neither accepted nor revoked.' },
  ),
)
export const memberList = named(
  'MemberList',
  Type.Object(
    { items: Type.Array(member, { description: 'The members, at most 100.' }) },
    { description: 'The members of a business, in the order in which they joined.' },
  ),
)
export const invitationList = named(
  'InvitationList',
  Type.Object(
    { items: Type.Array(invitation, { description: 'The open invitations.' }) },
    { description: 'The open invitations of a business, newest first.' },
  ),
)
export const inviteRequest = named(
  'InviteMemberRequest',
  Type.Object(
    {
      email: Type.String({ format: 'email', maxLength: 254, description: 'The address that is invited.' }),
      role: memberRole,
    },
    { description: 'Whom to invite, and as what.' },
  ),
)
export const changeMemberRequest = named(
  'ChangeMemberRequest',
  Type.Object({ role: memberRole }, { description: 'The new role of a member.' }),
)
