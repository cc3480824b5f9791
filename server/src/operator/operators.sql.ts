import { statement } from '../db/statement.ts'
import type { Operator, OperatorRole } from '../operator-role.ts'

export const findOperatorByHash = statement<{ tokenHash: Buffer }, Operator & { id: string }>(
  'operators.find_by_hash',
  `select id, name, role from operators where token_hash = $tokenHash and revoked_at is null`,
)

export type OperatorRow = { id: string; name: string; role: OperatorRole; created_at: Date; revoked_at: Date | null }
const columns = 'id, name, role, created_at, revoked_at'

export const insertOperator = statement<Pick<OperatorRow, 'id' | 'name' | 'role'> & { tokenHash: Buffer }, OperatorRow>(
  'operators.insert',
  `insert into operators (id, name, role, token_hash) values ($id, $name, $role, $tokenHash) returning ${columns}`,
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
