import { statement } from '../db/statement.ts'
import type { EmailIdentity } from '../email.ts'
import type { NamedOperator, OperatorRole } from '../operator-role.ts'

export const findOperatorByHash = statement<{ tokenHash: Buffer }, NamedOperator>(
  'operators.find_by_hash',
  `select 'operator' as kind, id, name, role from operators where token_hash = $tokenHash and revoked_at is null`,
)

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

/** Few: one per person who runs the service. */
export const operatorsNewestFirst = statement<null, OperatorRow>(
  'operators.newest',
  `select ${columns} from operators order by created_at desc, id desc limit 1000`,
)

export const markOperatorRevoked = statement<{ id: string | null }, OperatorRow>(
  'operators.revoke',
  `update operators set revoked_at = clock_now() where id = $id and revoked_at is null returning ${columns}`,
)
