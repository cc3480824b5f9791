import type { Database } from '../../db/database.ts'
import { newest } from '../../db/page.ts'
import { emailIdentity } from '../../email.ts'
import { firstIdAt } from '../../ids.ts'
import type { Cursor } from '../../messages/cursor.ts'
import { type MessageDetails, readMessages } from '../../messages/sql.ts'
import { messageItem } from '../../messages/view.ts'
import type { Mode } from '../../mode.ts'
import { type Filter, isProblem, isWithin, needsSteps, passesFilter } from './filter.decide.ts'
import { type ListedMessage, listedMessage } from './listed-message.ts'
import type { Search } from './search.decide.ts'
import {
  edgesOfPeriod,
  type FoundRecipient,
  type Keys,
  matchingFound,
  matchingPage,
  newerFound,
  newerPage,
  olderFound,
  olderPage,
  pageLength,
  problemIds,
  problemStep,
  recipientByEmail,
  recipientsByDigits,
  stepEnd,
  stepEndFound,
} from './sql.ts'

/** More recipients than these whose number ends with the same digits are not searched: the person types more digits. */
export const maxFoundRecipients = 20

/** Where a page begins: older or newer than a message. */
export type Turn = { kind: 'older' | 'newer'; than: Cursor }
export type MessageListing = {
  messages: ListedMessage[]
  /** The recipients that the search found, at most `maxFoundRecipients`. */
  recipients: FoundRecipient[]
  hasMoreRecipients: boolean
  older: Cursor | null
  newer: Cursor | null
  /** How far a step by step search has read; null if it has read everything, or the list is not filtered. */
  searchedUntil: Date | null
}
type Query = {
  businessId: string
  mode: Mode
  search: Exclude<Search, { kind: 'message' }>
  filter: Filter
  turn: Turn | null
}

export async function listMessages(db: Database, query: Query): Promise<MessageListing> {
  const { recipients, hasMore } = await findRecipients(db, query)
  const keys = keysOf(query.search, recipients)
  const listed = { recipients, hasMoreRecipients: hasMore }
  if (keys !== null && keys.references.length + keys.recipientIds.length === 0) return { ...nothing, ...listed }
  if (!needsSteps(query.filter)) return { ...(await readPage(db, query, keys)), ...listed }
  const hasIndex = keys === null && isProblem(query.filter.outcome) && (await idsFollowTimes(db, query))
  return { ...(await (hasIndex ? readProblems(db, query) : readStep(db, query, keys))), ...listed }
}

type Listed = Omit<MessageListing, 'recipients' | 'hasMoreRecipients'>
const nothing: Listed = { messages: [], older: null, newer: null, searchedUntil: null }

async function findRecipients(
  db: Database,
  { businessId, search }: Query,
): Promise<{ recipients: FoundRecipient[]; hasMore: boolean }> {
  const found =
    search.kind === 'address'
      ? await db.all(recipientByEmail, { businessId, email: emailIdentity(search.address) })
      : search.kind === 'order' && search.digits !== null
        ? await db.all(recipientsByDigits, { businessId, digits: search.digits, limit: maxFoundRecipients + 1 })
        : []
  return { recipients: found.slice(0, maxFoundRecipients), hasMore: found.length > maxFoundRecipients }
}

/** Null: all messages. */
function keysOf(search: Query['search'], recipients: FoundRecipient[]): Keys | null {
  if (search.kind === 'none') return null
  return {
    references: search.kind === 'order' ? search.references : [],
    recipientIds: recipients.map(({ id }) => id),
  }
}

type Ranged = Pick<Query, 'businessId' | 'filter' | 'turn'>
async function readPage(db: Database, { businessId, filter, turn }: Ranged, keys: Keys | null): Promise<Listed> {
  const page = { businessId, ...rangeOf(filter, turn) }
  if (turn?.kind === 'newer') {
    const rows = await (keys === null ? db.all(newerPage, page) : db.all(newerFound, { ...page, ...keys }))
    // A page that is not full is the first one, which has older messages too.
    if (rows.length <= pageLength) return readPage(db, { businessId, filter, turn: null }, keys)
    const shown = rows.slice(1)
    return { ...listingOf(shown), newer: cursorOf(shown.at(0)), older: cursorOf(shown.at(-1)), searchedUntil: null }
  }
  const rows = await (keys === null ? db.all(olderPage, page) : db.all(olderFound, { ...page, ...keys }))
  const shown = rows.slice(0, pageLength)
  return {
    ...listingOf(shown),
    newer: turn === null ? null : cursorOf(shown.at(0)),
    older: rows.length > pageLength ? cursorOf(shown.at(-1)) : null,
    searchedUntil: null,
  }
}

/** Reads a limited number of messages, whether they pass the filter or not. */
async function readStep(db: Database, { businessId, filter, turn }: Ranged, keys: Keys | null): Promise<Listed> {
  const range = { businessId, ...rangeOf(filter, turn?.kind === 'older' ? turn : null) }
  const end = await (keys === null ? db.one(stepEnd, range) : db.one(stepEndFound, { ...range, ...keys }))
  const { outcome, reason, channel } = filter
  const read = {
    ...range,
    ...(end !== null && { lowerTime: end.time, lowerId: end.id }),
    outcome,
    reason,
    channel,
  }
  const rows = await (keys === null ? db.all(matchingPage, read) : db.all(matchingFound, { ...read, ...keys }))
  const candidates = rows.slice(0, pageLength)
  const isFull = rows.length > pageLength
  const messages = candidates.map(listedMessage).filter(({ delivery }) => passesFilter(delivery, filter))
  return {
    messages,
    newer: null,
    older: isFull ? cursorOf(candidates.at(-1)) : end,
    searchedUntil: isFull ? null : (end?.time ?? null),
  }
}

/**
 * Whether a range of ids contains the messages of a period: the index of problems is in order of ids. Ids have the time of a process
 * and not that of the database, and a clock that was moved, of a test side or in development, moves no ids.
 */
async function idsFollowTimes(db: Database, { businessId, mode, filter }: Query): Promise<boolean> {
  if (mode === 'test') return false
  if (filter.from === null && filter.to === null) return true
  const { upperTime, lowerTime } = rangeOf(filter, null)
  const edges = await db.all(edgesOfPeriod, { businessId, upperTime, lowerTime })
  return edges.every(({ time, id }) => id >= firstIdAt(after(time, -idMargin)) && id < firstIdAt(after(time, idMargin)))
}
/** More than the clocks of the process and of the database differ. */
const idMargin = 3_600_000

async function readProblems(db: Database, { businessId, filter, turn }: Ranged): Promise<Listed> {
  const found = await db.all(problemIds, {
    businessId,
    upperId: turn?.than.id ?? (filter.to === null ? newest.id : firstIdAt(after(dayAfter(filter.to), idMargin))),
    lowerId: filter.from === null ? nilId : firstIdAt(after(filter.from, -idMargin)),
  })
  const ids = [...new Set(found.map(({ id }) => id))]
  const rows = ids.length === 0 ? [] : await db.all(readMessages, { businessId, ids })
  const ordered = rows.toSorted((one, other) => (one.id < other.id ? 1 : -1))
  const passing = ordered.filter(
    (row) => isWithin(row.created_at, filter) && passesFilter(messageItem(row).delivery, filter),
  )
  const shown = passing.slice(0, pageLength)
  const last = found.length < problemStep ? null : ordered.at(-1)
  const isFull = passing.length > pageLength
  return {
    messages: shown.map(listedMessage),
    newer: null,
    older: isFull ? cursorOf(shown.at(-1)) : last == null ? null : cursorOf(last),
    searchedUntil: isFull ? null : (last?.created_at ?? null),
  }
}

const nilId = '00000000-0000-0000-0000-000000000000'
const after = (time: Date, milliseconds: number): Date => new Date(time.getTime() + milliseconds)
const dayAfter = (day: Date): Date => after(day, 86_400_000)

function rangeOf({ from, to }: Filter, turn: Turn | null) {
  const start = to === null ? newest : { time: dayAfter(to), id: nilId }
  const end = { time: from ?? '-infinity', id: nilId }
  const upper = turn?.kind === 'older' ? turn.than : start
  const lower = turn?.kind === 'newer' ? turn.than : end
  return { upperTime: upper.time, upperId: upper.id, lowerTime: lower.time, lowerId: lower.id }
}

const listingOf = (rows: MessageDetails[]) => ({ messages: rows.map(listedMessage) })
const cursorOf = (row: MessageDetails | undefined): Cursor | null =>
  row === undefined ? null : { time: row.created_at, id: row.id }
