import type { Context } from '../context.ts'
import { openBalance } from '../credits/sql.ts'
import { done, type Outcome, refused } from '../errors.ts'
import { readId, showId } from '../ids.ts'
import { mintKey } from '../keys/create.ts'
import { planEvents } from '../plan/plan.decide.ts'
import { businessEvent, emitEvents } from '../webhooks/emit.ts'
import {
  type Business,
  type ChangeBusinessRequest,
  type CreateBusinessRequest,
  settingNames,
} from './businesses.schema.ts'
import { type BusinessRow, changeSettings, findBusiness, insertBusiness, lockPlan } from './sql.ts'

/** A new business with the settings given, no credits and one dashboard key. */
export async function createBusiness(
  context: Context,
  request: CreateBusinessRequest,
): Promise<Outcome<Business & { api_key: string }>> {
  const id = context.newId()
  return context.db.transaction(async (tx) => {
    await tx.all(insertBusiness, [id, context.shard, request.mode ?? 'live', request.name])
    await tx.all(openBalance, [id])
    const row = await tx.one(changeSettings, [id, settingsOf(request)])
    const key = await mintKey(context, tx, id, { name: null, creatorId: null, parentId: null })
    return !('done' in key) ? key : done({ ...businessView(row!), api_key: key.done.key })
  })
}

export async function readBusiness({ db }: Context, publicId: string): Promise<Outcome<Business>> {
  const row = await db.one(findBusiness, [readId('biz', publicId)])
  return row === null ? refused('business.not_found') : done(businessView(row))
}

/** A plan that changes is told the merchant. */
export async function changeBusiness(
  context: Context,
  publicId: string,
  request: ChangeBusinessRequest,
): Promise<Outcome<Business>> {
  const id = readId('biz', publicId)
  return context.db.transaction(async (tx) => {
    const before = await tx.one(lockPlan, [id])
    if (before === null) return refused('business.not_found')
    const after = (await tx.one(changeSettings, [id, settingsOf(request)]))!
    const told = planEvents(before.plan, after.plan, await tx.now)
    await emitEvents(
      context,
      tx,
      told.map(({ type, data }) => businessEvent(after.id, type, data)),
    )
    return done(businessView(after))
  })
}

/** The settings a request names, and nothing else: fields that are none are ignored. */
function settingsOf(request: ChangeBusinessRequest): string {
  return JSON.stringify(
    Object.fromEntries(settingNames.flatMap((name) => (name in request ? [[name, request[name]]] : []))),
  )
}

function businessView(row: BusinessRow): Business {
  return { ...row, id: showId('biz', row.id), created_at: row.created_at.toISOString() }
}
