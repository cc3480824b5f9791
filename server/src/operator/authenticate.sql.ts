import { statement } from '../db/statement.ts'
import type { NamedOperator } from '../operator-role.ts'

export const findOperatorByHash = statement<{ tokenHash: Buffer }, NamedOperator>(
  'operators.find_by_hash',
  `select 'operator' as kind, id, name, role from operators where token_hash = $tokenHash and revoked_at is null`,
)
