import { type Static, Type } from 'typebox'
import { audited, changed } from '../audit/audited.ts'
import { done, refused } from '../errors.ts'
import { formatId, parseId } from '../ids.ts'
import { composeOperatorToken, hashKey } from '../keys/key-format.ts'
import { defineOperation } from '../operation.ts'
import { operatorRoles } from '../operator-role.ts'
import { literal, nullable } from '../schema.ts'
import { insertOperator, markOperatorRevoked, type OperatorRow, operatorsNewestFirst } from './operators.sql.ts'

const fields = {
  id: Type.String(),
  name: Type.String(),
  role: literal(operatorRoles),
  created_at: Type.String({ format: 'date-time' }),
  revoked_at: nullable(Type.String({ format: 'date-time' })),
}
const operator = Type.Object(fields)
const newOperator = Type.Object({ ...fields, token: Type.String({ description: 'The full token, shown this once.' }) })

export const createOperator = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: [],
  name: 'createOperator',
  method: 'POST',
  path: '/operator/v1/operators',
  summary: 'Create a named operator with a token',
  body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 120 }), role: literal(operatorRoles) }),
  success: 'created',
  response: newOperator,
  handle(context, call) {
    const { name, role } = call.body
    const token = composeOperatorToken(context.randomBytes(32))
    return audited(context, call, async (tx) => {
      const row = await tx.one(insertOperator, { id: context.newId(), name, role, tokenHash: hashKey(token) })
      const view = viewOf(row!)
      return changed({ ...view, token }, { businessId: null, target: view.id, before: null, after: { name, role } })
    })
  },
})

export const listOperators = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: [],
  name: 'listOperators',
  method: 'GET',
  path: '/operator/v1/operators',
  summary: 'List the operators, revoked ones too, newest first',
  response: Type.Object({ items: Type.Array(operator) }),
  handle: async ({ db }) => done({ items: (await db.all(operatorsNewestFirst)).map(viewOf) }),
})

export const revokeOperator = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: [],
  name: 'revokeOperator',
  method: 'DELETE',
  path: '/operator/v1/operators/{operator_id}',
  summary: 'Revoke the token of an operator at once',
  params: Type.Object({ operator_id: Type.String() }),
  success: 'no_content',
  refusals: ['operator.not_found'],
  handle(context, call) {
    const target = call.params.operator_id
    return audited(context, call, async (tx) => {
      const row = await tx.one(markOperatorRevoked, { id: parseId('opr', target) })
      if (row === null) return refused('operator.not_found')
      const after = { revoked_at: row.revoked_at!.toISOString() }
      return changed(null, { businessId: null, target, before: { revoked_at: null }, after })
    })
  },
})

const viewOf = ({ id, created_at, revoked_at, ...row }: OperatorRow): Static<typeof operator> => ({
  ...row,
  id: formatId('opr', id),
  created_at: created_at.toISOString(),
  revoked_at: revoked_at?.toISOString() ?? null,
})
