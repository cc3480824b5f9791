import { Type } from 'typebox'
import { done } from '../errors.ts'
import { formatId } from '../ids.ts'
import { type MemberRole, memberRoles } from '../member-role.ts'
import { defineOperation } from '../operation.ts'
import { type OperatorRole, operatorRoles } from '../operator-role.ts'
import { businessFilter, pageQuery, pageSchema, pageStart, toPage } from '../paging.ts'
import { described, growing, literal, moment, named, nullable } from '../schema.ts'
import { auditActions } from './actions.ts'
import { type AuditRow, actorKinds, auditPage, auditPageOfBusiness } from './sql.ts'

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
    'Lists the changes that operators made, and people in the dashboard, newest first, with the values before and after. Rows are never changed; data of a recipient is cleared when the recipient is erased.',
  method: 'GET',
  path: '/operator/v1/audit',
  summary: 'List the changes by operators and in the dashboard, newest first',
  query: Type.Object({
    business_id: Type.Optional(Type.String({ description: 'Only changes of this business.' })),
    operator: Type.Optional(Type.String({ description: 'Only changes by operators of exactly this name.' })),
    action: Type.Optional(literal(auditActions, { description: 'Only changes by this operation.' })),
    ...pageQuery('audit-cursor'),
  }),
  response: auditList,
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
