import { type Static, Type } from 'typebox'
import type { Context } from '../context.ts'
import { type Outcome, refused } from '../errors.ts'
import { readId } from '../ids.ts'
import { mintKey } from '../keys/create.ts'
import { createKeyRequest, type NewApiKey } from '../keys/keys.schema.ts'
import { findBusiness } from './sql.ts'

export const createDashboardKeyRequest = Type.Pick(createKeyRequest, ['name'])

/** A key from the dashboard: no parent, minted by nobody. */
export async function createDashboardKey(
  context: Context,
  publicId: string,
  request: Static<typeof createDashboardKeyRequest>,
): Promise<Outcome<NewApiKey>> {
  return context.db.transaction(async (tx) => {
    const business = await tx.one(findBusiness, [readId('biz', publicId)])
    if (business === null) return refused('business.not_found')
    return mintKey(context, tx, business.id, { name: request.name ?? null, creatorId: null, parentId: null })
  })
}
