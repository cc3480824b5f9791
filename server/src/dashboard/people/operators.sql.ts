import { statement } from '../../db/statement.ts'
import type { EmailIdentity } from '../../email.ts'
import type { OperatorRole } from '../../operator-role.ts'

export type OperatorRow = {
  id: string
  name: string
  role: OperatorRole
  email: string | null
  created_at: Date
  revoked_at: Date | null
}
const columns = 'id, name, role, displayed_email as email, created_at, revoked_at'

type NewOperator = Pick<OperatorRow, 'id' | 'name' | 'role'> & {
  tokenHash: Buffer
  email: EmailIdentity | null
  displayedEmail: string | null
}
/** Returns no row if an active operator has the address. */
export const insertOperator = statement<NewOperator, OperatorRow>(
  'operators.insert',
  `insert into operators (id, name, role, token_hash, email, displayed_email)
   values ($id, $name, $role, $tokenHash, $email, $displayedEmail)
       on conflict (email) where revoked_at is null do nothing
   returning ${columns}`,
)

/** In one order, so that two admins who change each other wait for one another. */
export const lockAdmins = statement<null, { id: string }>(
  'operators.lock_admins',
  `select id from operators where role = 'admin' and revoked_at is null order by id for no key update`,
)

export const lockOperator = statement<{ id: string | null }, OperatorRow>(
  'operators.lock',
  `select ${columns} from operators where id = $id and revoked_at is null for no key update`,
)

export const setOperatorRole = statement<Pick<OperatorRow, 'id' | 'role'>>(
  'operators.set_role',
  `update operators set role = $role where id = $id`,
)

export const findOperator = statement<{ id: string | null }, OperatorRow>(
  'operators.find',
  `select ${columns} from operators where id = $id`,
)

export const maxListedOperators = 1_000
/** Few: one per person who runs the service. */
export const operatorsNewestFirst = statement<null, OperatorRow>(
  'operators.newest',
  `select ${columns} from operators order by created_at desc, id desc limit ${maxListedOperators}`,
)
/** So that no active operator is missing among many whose access has ended. */
export const operatorsByAccess = statement<{ isEnded: boolean }, OperatorRow>(
  'operators.by_access',
  `select ${columns} from operators
    where (revoked_at is not null) = $isEnded
    order by created_at desc, id desc
    limit ${maxListedOperators}`,
)

/** `identity` is the address as `people` has it. */
export const markOperatorRevoked = statement<
  { id: string | null },
  { id: string; revokedAt: Date; identity: EmailIdentity | null }
>(
  'operators.revoke',
  `update operators set revoked_at = clock_now()
    where id = $id and revoked_at is null
   returning id, revoked_at as "revokedAt", email as identity`,
)
