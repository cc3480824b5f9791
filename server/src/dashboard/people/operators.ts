import { type Static, Type } from 'typebox'
import { audited, changed } from '../../audit/audited.ts'
import type { Transaction } from '../../db/database.ts'
import { emailIdentity, normaliseEmail } from '../../email.ts'
import { done, refused } from '../../errors.ts'
import { formatId, parseId } from '../../ids.ts'
import { composeOperatorToken, hashKey } from '../../keys/key-format.ts'
import { defineOperation, type OperatorCall } from '../../operation.ts'
import { operatorRoles } from '../../operator-role.ts'
import { described, literal, moment, named, nullable } from '../../schema.ts'
import { endAccess } from './end-access.ts'
import { revokeInvitationsByOperator } from './members.sql.ts'
import {
  insertOperator,
  lockAdmins,
  lockOperator,
  markOperatorRevoked,
  type OperatorRow,
  operatorsNewestFirst,
  setOperatorRole,
} from './operators.sql.ts'
import { isLastAdmin } from './people.decide.ts'

const operatorName = Type.String({
  minLength: 1,
  maxLength: 120,
  description: 'The name of the person. The audit log shows it with each change.',
})
const operatorRole = literal(operatorRoles, {
  description:
    '`support` reads, records stops, revokes keys and lifts suppressions. `finance` reads, grants credits and sets prices. `admin` may do everything.',
})
const operatorEmail = Type.String({
  format: 'email',
  maxLength: 254,
  description: 'The address with which the person can sign in to the dashboard of every business.',
})
const fields = {
  id: Type.String({ description: 'The id of the operator, with the prefix `opr_`.' }),
  name: operatorName,
  role: operatorRole,
  email: nullable(
    described('The address with which the person signs in to the dashboard. Null: they cannot.', operatorEmail),
  ),
  created_at: moment('When the operator was created.'),
  revoked_at: nullable(moment('When the token was revoked. Null while it is valid.')),
}
const operator = named(
  'Operator',
  Type.Object(fields, { description: 'A person who runs the service. The token is not shown.' }),
)
const newOperator = named(
  'NewOperator',
  Type.Object(
    {
      ...fields,
      token: Type.String({ description: 'The token of the operator. No later response shows it.' }),
    },
    { description: 'The new operator, with the token.' },
  ),
)

export const createOperator = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: [],
  name: 'createOperator',
  tag: 'Operators',
  description:
    'Creates an operator for one person and returns the token, only in this response. The audit log then shows the name of the person with each change. Send the token as `Authorization: Bearer …`. With `email` the person can also sign in to the dashboard of every business, within the permissions of the role.',
  method: 'POST',
  path: '/operator/v1/operators',
  summary: 'Create a named operator with a token',
  body: named(
    'CreateOperatorRequest',
    Type.Object(
      { name: operatorName, role: operatorRole, email: Type.Optional(operatorEmail) },
      { description: 'The name and the role of a new operator, and an address if they may sign in to the dashboard.' },
    ),
  ),
  success: 'created',
  response: newOperator,
  refusals: ['operator.email_in_use'],
  handle(context, call) {
    const { name, role, email = null } = call.body
    const token = composeOperatorToken(context.randomBytes(32))
    return audited(context, call, async (tx) => {
      const row = await tx.one(insertOperator, {
        id: context.newId(),
        name,
        role,
        tokenHash: hashKey(token),
        email: email === null ? null : emailIdentity(email),
        displayedEmail: email === null ? null : normaliseEmail(email),
      })
      if (row === null) return refused('operator.email_in_use')
      const view = operatorView(row)
      const after = { name, role, signs_in: email !== null }
      return changed({ ...view, token }, { businessId: null, target: view.id, before: null, after })
    })
  },
})

export const listOperators = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: [],
  name: 'listOperators',
  tag: 'Operators',
  description:
    'Lists the newest 1,000 operators, revoked ones too, with their roles. Tokens are stored as hashes and are never shown.',
  method: 'GET',
  path: '/operator/v1/operators',
  summary: 'List the operators, revoked ones too, newest first',
  response: named(
    'OperatorList',
    Type.Object(
      { items: Type.Array(operator, { description: 'The newest 1,000 operators.' }) },
      { description: 'The operators, revoked ones too, newest first.' },
    ),
  ),
  handle: async ({ db }) => done({ items: (await db.all(operatorsNewestFirst)).map(operatorView) }),
})

const operatorPath = Type.Object({
  operator_id: Type.String({ description: 'The id of the operator, with the prefix `opr_`.' }),
})

export const changeOperator = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: [],
  name: 'changeOperator',
  tag: 'Operators',
  description:
    'Changes the role of an operator, from their next request on. Who is no admin any more loses the open invitations that they made. An admin cannot give up the role while no other admin has a name; the holder of `OPERATOR_TOKEN` may change every operator.',
  method: 'PATCH',
  path: '/operator/v1/operators/{operator_id}',
  summary: 'Change the role of an operator',
  params: operatorPath,
  body: named('ChangeOperatorRequest', Type.Object({ role: operatorRole }, { description: 'The new role.' })),
  response: operator,
  refusals: ['operator.not_found', 'operator.last_admin'],
  handle(context, call) {
    const target = call.params.operator_id
    const { role } = call.body
    return audited(
      context,
      call,
      async (tx) => {
        const id = parseId('opr', target)
        const before = await tx.one(lockOperator, { id })
        if (before === null) return refused('operator.not_found')
        if (role === before.role) return done(operatorView(before))
        if (await leavesNoAdmin(tx, call, id)) return refused('operator.last_admin')
        tx.write(setOperatorRole, { id: before.id, role })
        if (role !== 'admin') tx.write(revokeInvitationsByOperator, { operatorId: before.id })
        return changed(operatorView({ ...before, role }), {
          businessId: null,
          target,
          before: { role: before.role },
          after: { role, name: before.name },
        })
      },
      lockAllAdmins,
    )
  },
})

export const revokeOperator = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: [],
  name: 'revokeOperator',
  tag: 'Operators',
  description:
    'Revokes the token and the access to the dashboard. Every process refuses it from the next request on, also a request that is being read. Open invitations that the operator made end, and so do their sessions and passkeys, unless they are a member of a business. The name stays in the audit log. An admin cannot revoke themselves while no other admin has a name.',
  method: 'DELETE',
  path: '/operator/v1/operators/{operator_id}',
  summary: 'Revoke the token of an operator at once',
  params: operatorPath,
  success: 'no_content',
  refusals: ['operator.not_found', 'operator.last_admin'],
  handle(context, call) {
    const target = call.params.operator_id
    return audited(
      context,
      call,
      async (tx) => {
        const id = parseId('opr', target)
        if (await leavesNoAdmin(tx, call, id)) return refused('operator.last_admin')
        const row = await tx.one(markOperatorRevoked, { id })
        if (row === null) return refused('operator.not_found')
        tx.write(revokeInvitationsByOperator, { operatorId: row.id })
        if (row.identity !== null) await endAccess(tx, row.identity)
        const after = { revoked_at: row.revokedAt.toISOString() }
        return changed(null, { businessId: null, target, before: { revoked_at: null }, after })
      },
      lockAllAdmins,
    )
  },
})

async function lockAllAdmins(tx: Transaction): Promise<void> {
  await tx.all(lockAdmins)
}
const leavesNoAdmin = async (tx: Transaction, { actor }: OperatorCall, id: string | null): Promise<boolean> =>
  isLastAdmin(await tx.all(lockAdmins), { actorId: actor.id, id })

export type OperatorEntry = Static<typeof operator>
export const operatorView = ({ id, created_at, revoked_at, ...row }: OperatorRow): OperatorEntry => ({
  ...row,
  id: formatId('opr', id),
  created_at: created_at.toISOString(),
  revoked_at: revoked_at?.toISOString() ?? null,
})
