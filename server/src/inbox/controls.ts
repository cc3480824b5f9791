import { type PaidChannel, paidChannels } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { InboxPass, InboxTarget } from '../inbox-tokens/tokens.ts'
import { tell } from '../notices/notify.ts'
import { withoutOptIns, withoutPhone } from '../recipients/consent.decide.ts'
import { stopNumber } from '../recipients/consents.sql.ts'
import { loadConsents, stopRecipient } from '../recipients/consents.ts'
import { numberDigest } from '../recipients/digest.ts'
import { lockRecipients, recipientName } from '../recipients/lock.ts'
import { recipientOf } from '../recipients/phone-change.ts'
import { findRecipient } from '../recipients/sql.ts'
import { storeRecipients } from '../recipients/store.ts'
import { emitEvents } from '../webhooks/emit.ts'
import { type Control, mapChannelControls } from './settings.decide.ts'
import { askErasure, findAddress, findShop, type LockedReader, type Reader, unsubscribeById } from './sql.ts'

type Act = (tx: Transaction, reader: LockedReader, context: Context) => Promise<void>

/** What a reader's own controls do. */
const acts: Record<Control, Act> = {
  ...mapChannelControls<Act>((channel) => (tx, reader) => stopChannel(tx, reader, channel)),
  number: disownNumber,
  everything: stopEverything,
  erasure: askForErasure,
}

export const useControl = (context: Context, pass: InboxPass, control: Control): Promise<void> =>
  asReader(context, pass, acts[control])

/** The shop an unsubscribe link is about. Changes nothing: scanners follow such links too. */
export const shopToUnsubscribeFrom = async ({ db }: Context, target: InboxTarget): Promise<string | null> =>
  (await db.one(findShop, target))?.shop ?? null

/**
 * Stops everything this shop sends, for good, and answers the shop. Somebody who has been erased since is answered the same: nobody
 * of that id is written to.
 */
export async function unsubscribe(context: Context, target: InboxTarget): Promise<string | null> {
  await asReader(context, { ...target, expiresAt: null }, stopEverything)
  return shopToUnsubscribeFrom(context, target)
}

/**
 * What a reader does to their own record, which is locked meanwhile. Nothing, when it is not there any more or what they came with has
 * expired; an unsubscribe link never does.
 */
async function asReader(context: Context, reader: Reader & { expiresAt: Date | null }, act: Act): Promise<void> {
  await context.db.transaction(async (tx) => {
    const found = await tx.one(findAddress, reader)
    if (found === null) return
    await lockRecipients(tx, [recipientName(found.businessId, found.email)])
    await act(tx, found, context)
  })
}

/** A text with START does not lift a stop made in the inbox (2.10). */
async function stopChannel(tx: Transaction, reader: LockedReader, channel: PaidChannel): Promise<void> {
  await stopRecipient(tx, { ...reader, channel, source: 'inbox' })
}

async function stopEverything(tx: Transaction, reader: LockedReader): Promise<void> {
  tx.write(unsubscribeById, reader)
}

/**
 * The number is somebody else's: it is cleared, and this shop writes to it no more, whoever the shop thinks it belongs to. The
 * recipient is not stopped: their own number may come yet. An opt-in that was given for it was not the owner's.
 */
async function disownNumber(tx: Transaction, { businessId, email }: LockedReader, context: Context): Promise<void> {
  const row = await tx.one(findRecipient, { businessId, email })
  if (row === null || row.phone === null) return
  const digest = numberDigest(context.deriveKey, businessId, row.phone)
  for (const channel of paidChannels)
    tx.write(stopNumber, { businessId, channel, numberDigest: digest, source: 'inbox' })
  const consents = await loadConsents(tx, [{ businessId, recipientId: row.id }])
  const cleared = withoutOptIns(withoutPhone(recipientOf(row, consents(row.id))))
  storeRecipients(context, tx, [{ ...cleared, businessId, email }])
}

/** The shop is asked to erase this reader: by an event, and by a mail to its owner. At most once a day, however often it is asked. */
async function askForErasure(tx: Transaction, reader: LockedReader, context: Context): Promise<void> {
  const { businessId, recipientId, displayedEmail } = reader
  const asked = await tx.one(askErasure, { businessId, recipientId })
  if (asked === null) return
  const data = { recipient_email: displayedEmail, requested_at: asked.asked_at.toISOString() }
  await emitEvents(context, tx, [
    { businessId, type: 'recipient.erasure_requested', messageId: null, recipientId, data },
  ])
  await tell(context, tx, [{ businessId, kind: 'erasure_requested', detail: { recipient_id: recipientId } }])
}
