import type { Transaction } from '../../db/database.ts'
import { formatId } from '../../ids.ts'
import type { NoticeFacts } from './resolved.decide.ts'
import { noticeFacts } from './sql.ts'

/** What decides whether notices of the business are resolved. */
export async function loadNoticeFacts(
  db: Pick<Transaction, 'one'>,
  business: { businessId: string },
): Promise<NoticeFacts> {
  const row = (await db.one(noticeFacts, business))!
  return {
    isSendingPaused: row.isSendingPaused,
    quotas: {
      messages_per_day: { used: row.pushed, limit: row.messagesPerDay },
      stored_messages: { used: row.stored, limit: row.storedMessages },
    },
    textSpend: { used: row.creditsToday, limit: row.creditsPerDay },
    isPrefixLimited: row.isPrefixLimited,
    disabledEndpoints: row.disabledEndpoints.map((id) => formatId('whe', id)),
    failingEndpoints: row.failingEndpoints.map((id) => formatId('whe', id)),
  }
}
