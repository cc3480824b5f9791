import type { Caller, Context } from '../context.ts'
import { done } from '../errors.ts'
import { keyItem } from './key-item.ts'
import { activeKeys } from './sql.ts'

/** Operation 8. */
export async function listKeys({ db }: Context, { businessId }: Caller) {
  return done({ items: (await db.all(activeKeys, [businessId])).map(keyItem) })
}
