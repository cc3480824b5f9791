import { batchRows } from './attacks/batches.ts'
import { callbackRows } from './attacks/callbacks.ts'
import { erasureRows } from './attacks/erasure.ts'
import { heldRows } from './attacks/held-rows.ts'
import { plantedRows } from './attacks/planted.ts'
import { slowRows } from './attacks/slow.ts'
import { smallRows } from './attacks/small.ts'
import { unreadRows } from './attacks/unread.ts'
import { validationRows } from './attacks/validation.ts'
import type { Row } from './row.ts'

/** What the service must withstand. */
export const rows: Row[] = [
  ...callbackRows,
  ...validationRows,
  ...unreadRows,
  ...slowRows,
  ...smallRows,
  ...heldRows,
  ...erasureRows,
  ...batchRows,
]

/** What an attacker's process can run. */
export const allRows: Row[] = [...rows, ...plantedRows]
