import { type PaidChannel, paidChannels } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { epochCount, type InboxTarget } from '../inbox-tokens/tokens.ts'
import { notify } from '../notices/notify.ts'
import { withoutOptIns, withoutPhone } from '../recipients/consent.decide.ts'
import { stopNumber } from '../recipients/consents.sql.ts'
import { loadConsents, stopRecipient } from '../recipients/consents.ts'
import { numberDigest } from '../recipients/digest.ts'
import { lockRecipients, recipientLockName } from '../recipients/lock.ts'
import { recipientOf } from '../recipients/phone-change.ts'
import { findRecipient } from '../recipients/sql.ts'
import { storeRecipients } from '../recipients/store.ts'
import { emitEvents } from '../webhooks/emit.ts'
import { findReader } from './reader.ts'
import type { MailboxSession, OrderSession, Session } from './session.ts'
import { type Control, mapChannelControls } from './settings.decide.ts'
import {
  findEpoch,
  findShop,
  findUnsubscriber,
  type LockedReader,
  type ReaderRow,
  raiseEpoch,
  recordErasureRequest,
  unsubscribeById,
} from './sql.ts'

type Action = (tx: Transaction, reader: LockedReader, context: Context) => Promise<void>

/** The effect of each control on the settings page. */
const actions: Record<Control, Action> = {
  ...mapChannelControls<Action>((channel) => (tx, reader) => stopChannel(tx, reader, channel)),
  number: disownNumber,
  everything: stopEverything,
  erasure: requestErasure,
}

/**
 * Returns the session with which the reader continues; null if the session has ended, and then nothing was done. Disowning a
 * number ends what was issued before, but not the visit in which it was done.
 */
export const applyControl = (
  context: Context,
  session: MailboxSession,
  control: Control,
): Promise<{ session: MailboxSession; now: Date } | null> =>
  withReader(context, session, async (tx, reader) => {
    await actions[control](tx, reader, context)
    const { epoch } = (await tx.one(findEpoch, reader))!
    return { session: { ...session, epoch: epoch % epochCount }, now: reader.now }
  })

/** The controls on the page of one order: they concern only the number that the message was sent to. */
type OrderControl = 'stop' | 'number'

/** Returns the reader for whom it was done; null if the session has ended, and then nothing was done. */
export const applyOrderControl = (
  context: Context,
  session: OrderSession,
  control: OrderControl,
): Promise<ReaderRow | null> =>
  withReader(context, session, async (tx, reader) => {
    if (control === 'stop') await stopChannel(tx, reader, reader.channel!)
    else await disownNumber(tx, reader, context)
    return reader
  })

/** Ends every link and session of the recipient, this one too. Null if the session had ended before. */
export const signOutEverywhere = (context: Context, session: MailboxSession): Promise<ReaderRow | null> =>
  withReader(context, session, async (tx, reader) => {
    tx.write(raiseEpoch, reader)
    return reader
  })

/** The shop of an unsubscribe link. Read-only, because mail scanners follow such links too. */
export const shopToUnsubscribeFrom = async ({ db }: Context, target: InboxTarget): Promise<string | null> =>
  (await db.one(findShop, target))?.shop ?? null

/**
 * Stops all updates of the shop permanently, and returns the shop's name. The result is the same for a recipient who has been
 * erased.
 */
export async function unsubscribe(context: Context, target: InboxTarget): Promise<string | null> {
  await context.db.transaction(async (tx) => {
    const reader = await tx.one(findUnsubscriber, target)
    if (reader === null) return
    await lockReader(tx, reader)
    await stopEverything(tx, reader)
  })
  return shopToUnsubscribeFrom(context, target)
}

/**
 * Runs an action for the reader of a session, whose record is locked meanwhile. The session is checked again after the lock was
 * acquired, because the number may have been corrected meanwhile. Null if the session has ended.
 */
async function withReader<Result>(
  context: Context,
  session: Session,
  action: (tx: Transaction, reader: ReaderRow) => Promise<Result>,
): Promise<Result | null> {
  return context.db.transaction(async (tx) => {
    const found = await findReader(tx, session)
    if (found === null) return null
    await lockReader(tx, found)
    const reader = await findReader(tx, session)
    return reader === null ? null : action(tx, reader)
  })
}

const lockReader = (tx: Transaction, { businessId, email }: LockedReader): Promise<void> =>
  lockRecipients(tx, [recipientLockName(businessId, email)])

/** The source `inbox` is stored, because a text with START must not lift an opt-out made in the inbox (2.10). */
async function stopChannel(tx: Transaction, reader: LockedReader, channel: PaidChannel): Promise<void> {
  await stopRecipient(tx, { ...reader, channel, source: 'inbox' })
}

async function stopEverything(tx: Transaction, reader: LockedReader): Promise<void> {
  tx.write(unsubscribeById, reader)
}

/**
 * The number belongs to another person: it is removed from the recipient, and the shop must not contact it again on any
 * channel, even for another recipient. The recipient is not opted out, because they may get a new number. The opt-in is
 * removed, because the owner of the number did not give it.
 */
async function disownNumber(tx: Transaction, { businessId, email }: LockedReader, context: Context): Promise<void> {
  const row = await tx.one(findRecipient, { businessId, email })
  if (row === null || row.phone === null) return
  const digest = numberDigest(context.digestKey, businessId, row.phone)
  for (const channel of paidChannels)
    tx.write(stopNumber, { businessId, channel, numberDigest: digest, source: 'inbox' })
  const consents = await loadConsents(tx, [{ businessId, recipientId: row.id }])
  const cleared = withoutOptIns(withoutPhone(recipientOf(row, consents(row.id))))
  storeRecipients(context, tx, [{ ...cleared, businessId, email }])
}

/** Requests the erasure from the shop: with an event, and with an email to the owner. At most once a day. */
async function requestErasure(tx: Transaction, reader: LockedReader, context: Context): Promise<void> {
  const { businessId, recipientId, displayedEmail } = reader
  const recorded = await tx.one(recordErasureRequest, { businessId, recipientId })
  if (recorded === null) return
  const data = { recipient_email: displayedEmail, requested_at: recorded.requested_at.toISOString() }
  await emitEvents(context, tx, [
    { businessId, type: 'recipient.erasure_requested', messageId: null, recipientId, data },
  ])
  await notify(context, tx, [{ businessId, kind: 'erasure_requested', detail: { recipient_id: recipientId } }])
}
