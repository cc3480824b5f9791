import { showId } from '../ids.ts'
import type { ApiKey } from './keys.schema.ts'
import type { KeyRow } from './sql.ts'

export function keyItem(row: KeyRow): ApiKey {
  return {
    id: showId('key', row.id),
    name: row.name,
    masked: row.masked,
    created: row.created_at.toISOString(),
    minted_by: row.minted_by === null ? null : showId('key', row.minted_by),
  }
}
