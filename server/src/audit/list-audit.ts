import { Type } from 'typebox'
import { done } from '../errors.ts'
import { formatId, parseId } from '../ids.ts'
import { type MemberRole, memberRoles } from '../member-role.ts'
import { defineOperation } from '../operation.ts'
import { type OperatorRole, operatorRoles } from '../operator-role.ts'
import { businessFilter, nilId, pageQuery, pageSchema } from '../paging.ts'
import { described, growing, literal, moment, named, nullable } from '../schema.ts'
import { auditActions } from './actions.ts'
import { findAudit } from './find-audit.ts'
import { type AuditRow, actorKinds } from './sql.ts'

const values = named(
  'AuditValues',
  Type.Object(
    {},
    {
      additionalProperties: Type.Unknown({ description: 'A value of the object: a text, a number, a list or null.' }),
      description: 'Changed values by name. The names depend on `action`.',
    },
  ),
)
const person = named(
  'AuditedPerson',
  Type.Object(
    {
      email: Type.String({ description: 'The address of the recipient.' }),
      phone_before: Type.Optional(
        nullable(Type.String({ description: 'Only of `setPhoneFromDashboard`: the number before, masked.' })),
      ),
      phone_after: Type.Optional(
        nullable(Type.String({ description: 'Only of `setPhoneFromDashboard`: the number after, masked.' })),
      ),
    },
    { description: 'The recipient whom a change concerns.' },
  ),
)
/** Both kinds of people have a role `support`. */
const actorRoles = [...new Set<OperatorRole | MemberRole>([...operatorRoles, ...memberRoles])]
const entry = named(
  'AuditEntry',
  Type.Object(
    {
      id: Type.String({ description: 'The id of the entry. It begins with `aud_`.' }),
      at: moment('When the change was made.'),
      actor_kind: literal(actorKinds, {
        description: '`operator`, or `member`: a person of a business, in the dashboard.',
      }),
      operator_id: nullable(
        Type.String({ description: 'The operator. Null for the holder of `OPERATOR_TOKEN` and for a member.' }),
      ),
      person_id: nullable(Type.String({ description: 'The member. It begins with `per_`. Null for an operator.' })),
      operator_name: Type.String({
        description: 'The name of the operator or of the member; `OPERATOR_TOKEN` for the holder of that token.',
      }),
      role: nullable(
        literal(actorRoles, {
          description: 'The role at that time. Null where a person changed their own account.',
        }),
      ),
      action: growing(auditActions, 'The name of the operation.'),
      request_id: Type.String({ description: '`X-Request-Id` of the response. The log of the service has it too.' }),
      business_id: nullable(
        Type.String({ description: 'The business that was changed. Null for a change of the whole service.' }),
      ),
      target: nullable(
        Type.String({
          description:
            'The id or the name of the object that was changed. Null if it is a recipient, who is in `personal`.',
        }),
      ),
      before: nullable(
        described('The values before. Null if the object is new or its value before is not recorded.', values),
      ),
      after: nullable(described('The values after. Null if only `personal` has them.', values)),
      personal: nullable(
        described('Data of a recipient. Null if there is none, and after the recipient is erased.', person),
      ),
    },
    { description: 'A change that an operator made, or a person in the dashboard.' },
  ),
)
const auditList = pageSchema('AuditList', 'A page of the audit log, newest first.', entry)

export const listAudit = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: ['support', 'finance'],
  name: 'listAudit',
  tag: 'Audit',
  description:
    'Lists the changes that operators made, and people in the dashboard, newest first, with the values before and after. Rows are never changed; data of a recipient is cleared when the recipient is erased. With several filters a page can have fewer items than `limit`, also none: continue while `next_cursor` is not null.',
  method: 'GET',
  path: '/operator/v1/audit',
  summary: 'List the changes by operators and in the dashboard, newest first',
  query: Type.Object({
    business_id: Type.Optional(Type.String({ description: 'Only changes of this business.' })),
    operator: Type.Optional(Type.String({ description: 'Only changes by operators of exactly this name.' })),
    actor: Type.Optional(
      Type.String({ description: 'Only changes by this operator (`opr_…`) or this person of a business (`per_…`).' }),
    ),
    action: Type.Optional(literal(auditActions, { description: 'Only changes by this operation.' })),
    since: Type.Optional(moment('Only changes at this time or later.')),
    until: Type.Optional(moment('Only changes before this time.')),
    ...pageQuery('audit-cursor'),
  }),
  response: auditList,
  async handle({ db }, { query }) {
    const { actor, operator = null, action = null, since = '-infinity', until = 'infinity', cursor, limit = 50 } = query
    const actorId = actor === undefined ? null : (parseId('opr', actor) ?? parseId('per', actor) ?? nilId)
    const filter = { businessId: businessFilter(query), actorId, operatorName: operator, action, since, until }
    const after = cursor === undefined ? null : parseId('aud', cursor)
    const { rows, next } = await findAudit(db, filter, { after, limit })
    return done({ items: rows.map(viewOf), next_cursor: next === null ? null : formatId('aud', next) })
  },
})

export type AuditEntry = ReturnType<typeof viewOf>
const viewOf = ({ actor_id, person_id, actor_name, actor_role, business_id, ...row }: AuditRow) => ({
  ...row,
  id: formatId('aud', row.id),
  at: row.at.toISOString(),
  operator_id: actor_id === null ? null : formatId('opr', actor_id),
  person_id: person_id === null ? null : formatId('per', person_id),
  operator_name: actor_name,
  role: actor_role === '' ? null : actor_role,
  business_id: business_id === null ? null : formatId('biz', business_id),
})
