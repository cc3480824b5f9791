import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { formatId } from '../ids.ts'
import { noticeEventKinds } from '../notices/kinds.ts'
import { noticeText } from '../notices/notice-texts.ts'
import { shopPath } from '../shop-path.ts'
import { businessEvent, emitEvents } from './emit.ts'
import { markNoticesPublished } from './notices.sql.ts'

/** Publishes the events of notices when a worker takes their jobs, once each. */
export async function publishNotices(context: Context, tx: Transaction, ids: string[]): Promise<void> {
  const notices = await tx.all(markNoticesPublished, { ids, kinds: noticeEventKinds })
  const events = notices.map((notice) => {
    const { id, kind, detail, businessId } = notice
    const { title, action } = noticeText(kind, detail)!
    const url = context.publicUrl + shopPath(notice) + action.path
    return businessEvent(businessId, 'notice.created', { notice_id: formatId('ntc', id), kind, title, detail, url })
  })
  await emitEvents(context, tx, events)
}
