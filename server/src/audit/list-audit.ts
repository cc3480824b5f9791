import { Type } from 'typebox'
import { done } from '../errors.ts'
import { formatId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { operatorRoles } from '../operator-role.ts'
import { businessFilter, pageQuery, pageSchema, pageStart, toPage } from '../paging.ts'
import { literal, nullable } from '../schema.ts'
import { type AuditRow, auditPage, auditPageOfBusiness } from './sql.ts'

const values = (description: string) => nullable(Type.Object({}, { additionalProperties: true, description }))
const entry = Type.Object({
  id: Type.String(),
  at: Type.String({ format: 'date-time' }),
  operator_id: nullable(Type.String({ description: 'Null for the holder of OPERATOR_TOKEN.' })),
  operator_name: Type.String(),
  role: literal(operatorRoles),
  action: Type.String({ description: 'The name of the operation.' }),
  request_id: Type.String({ description: 'X-Request-Id of the response.' }),
  business_id: nullable(Type.String()),
  target: nullable(Type.String({ description: 'The id or the name of the object that was changed.' })),
  before: values('The changed values before.'),
  after: values('The changed values after.'),
  personal: values('Data of a recipient. Null if there is none, and after the recipient is erased.'),
})

export const listAudit = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: ['support', 'finance'],
  name: 'listAudit',
  method: 'GET',
  path: '/operator/v1/audit',
  summary: 'List the changes by operators, newest first',
  query: Type.Object({
    business_id: Type.Optional(Type.String({ description: 'Only changes of this business.' })),
    operator: Type.Optional(Type.String({ description: 'Only changes by operators of this name.' })),
    action: Type.Optional(Type.String({ description: 'Only changes by this operation.' })),
    ...pageQuery('audit-cursor'),
  }),
  response: pageSchema(entry),
  async handle({ db }, { query }) {
    const page = pageStart('aud', query)
    const filter = { actor: query.operator ?? null, action: query.action ?? null, ...page }
    const businessId = businessFilter(query)
    const rows = await (businessId === null
      ? db.all(auditPage, filter)
      : db.all(auditPageOfBusiness, { ...filter, businessId }))
    return done(toPage(rows.map(viewOf), page))
  },
})

const viewOf = ({ actor_id, actor_name, actor_role, business_id, ...row }: AuditRow) => ({
  ...row,
  id: formatId('aud', row.id),
  at: row.at.toISOString(),
  operator_id: actor_id === null ? null : formatId('opr', actor_id),
  operator_name: actor_name,
  role: actor_role,
  business_id: business_id === null ? null : formatId('biz', business_id),
})
