import { type LedgerFilter, ledgerPages } from '../../credits/sql.ts'
import { csvLines } from '../../csv.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { formatId } from '../../ids.ts'
import { messagesOfNudges } from '../../nudges/sql.ts'
import type { LedgerLine } from './credits-page.ts'

type Page = { businessId: string; filter: LedgerFilter; after: string | null; limit: number }

/** A page of the ledger, with the messages of its charges and refunds. */
export async function loadLedger(db: Pick<Transaction, 'all'>, { filter, ...page }: Page): Promise<LedgerLine[]> {
  const entries = await db.all(ledgerPages[filter], page)
  const ids = entries.flatMap(({ send_id: id }) => (id === null ? [] : [id]))
  const nudges = new Map(
    (ids.length === 0 ? [] : await db.all(messagesOfNudges, { businessId: page.businessId, ids })).map((row) => [
      row.id,
      row,
    ]),
  )
  return entries.map(({ id, delta, kind, note, at, send_id: sendId }) => {
    const nudge = sendId === null ? undefined : nudges.get(sendId)
    return { id, delta, kind, note, at, channel: nudge?.channel ?? null, messageId: nudge?.messageId ?? null }
  })
}

const linesPerPart = 500
const head = ['at', 'kind', 'credits', 'channel', 'message', 'note', 'id']

/** The whole ledger in parts. A part is read when the one before was sent, so that its length costs no memory. */
export async function* ledgerCsv(
  db: Database,
  { businessId, filter }: Pick<Page, 'businessId' | 'filter'>,
): AsyncGenerator<string> {
  yield csvLines([head])
  let after: string | null = null
  for (;;) {
    const lines: LedgerLine[] = await loadLedger(db, { businessId, filter, after, limit: linesPerPart })
    if (lines.length === 0) return
    yield csvLines(lines.map(cellsOf))
    after = lines.at(-1)!.id
  }
}

const cellsOf = ({ at, kind, delta, channel, messageId, note, id }: LedgerLine): (string | number)[] => [
  at.toISOString(),
  kind,
  delta,
  channel ?? '',
  messageId === null ? '' : formatId('msg', messageId),
  note ?? '',
  formatId('led', id),
]
