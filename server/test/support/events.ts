import type { Database } from '../../src/db/database.ts'
import { statement } from '../../src/db/statement.ts'
import { readId } from '../../src/ids.ts'

const stored = statement<{ body: string }>(
  'test.events',
  `select body from events where message_id is not distinct from $1 and ($2::uuid is null or business_id = $2) order by occurred_at, id`,
)

/** What was told of a message, or of a business where it is about none, in order. */
export async function eventsOf(db: Database, messageId: string | null, businessId?: string) {
  const rows = await db.all(stored, [
    messageId === null ? null : readId('msg', messageId),
    businessId === undefined ? null : readId('biz', businessId),
  ])
  return rows.map(({ body }) => {
    const { type, data } = JSON.parse(body) as { type: string; data: Record<string, unknown> }
    return { type, data }
  })
}
