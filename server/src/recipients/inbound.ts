import { type PaidChannel, registry } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import {
  startNumbersByText,
  startByText as startRecipientsByText,
  stopNumbersByText,
  stopByText as stopRecipientsByText,
} from './consents.sql.ts'
import { contactsOf, holdersOf, knowNumber } from './contacts.sql.ts'
import { numberDigest, platformNumberDigest } from './digest.ts'
import { businessesKnowing, businessesMeant, lastWriter, type NumberUse, type SenderFor } from './inbound.decide.ts'
import { inboundName, lockRecipients } from './lock.ts'

/** Who wrote, in E.164, and to which sender of ours: its number or short code, on WhatsApp the id of its number. */
type Ends = { from: string; to: string }
/** The message of ours that a reply names: whose it is, to whom it went, and to which number. */
export type Answered = { businessId: string; recipientId: string | null; numberDigest: Buffer | null }

/** The business that wrote last from there. */
export async function lastWriterTo(
  context: Context,
  tx: Transaction,
  channel: PaidChannel,
  { from, to }: Ends,
): Promise<string | null> {
  return lastWriter(await loadUse(context, tx, channel, from), to)
}

/** A stop is the recipient's, and the number's, so that neither clearing the number nor erasing the recipient lifts it (2.10). */
export async function stopByText(
  context: Context,
  tx: Transaction,
  channel: PaidChannel,
  { from, to }: Ends,
  senderFor: SenderFor,
): Promise<void> {
  await lockRecipients(tx, [inboundName(from)])
  const businessIds = businessesMeant(await loadUse(context, tx, channel, from), to, senderFor)
  if (businessIds.length === 0) return
  const stopped = numbersOf(context, businessIds, from)
  tx.write(stopRecipientsByText, { channel, phone: from, businessIds, recipientId: null })
  tx.write(stopNumbersByText, { channel, stopped })
  // Where a START lifts a stop, it has to find it.
  if (registry[channel].inbound.startLiftsStops)
    tx.write(knowNumber, {
      channel,
      platformDigest: platformNumberDigest(context.deriveKey, from),
      businesses: stopped,
    })
}

/** A reply that names our message is its recipient's, whatever number the platform shows by now (2.10). */
export async function stopAnswered(
  { deriveKey }: Context,
  tx: Transaction,
  channel: PaidChannel,
  { businessId, recipientId, numberDigest: sentTo }: Answered,
  from: string,
): Promise<void> {
  await lockRecipients(tx, [inboundName(from)])
  const numbers = [numberDigest(deriveKey, businessId, from), ...(sentTo === null ? [] : [sentTo])]
  const stopped = numbers.map((digest) => ({ businessId, numberDigest: digest }))
  tx.write(stopRecipientsByText, { channel, phone: from, businessIds: [businessId], recipientId })
  tx.write(stopNumbersByText, { channel, stopped })
}

/**
 * Lifts every stop that was made by text from this number or for it, and nothing that was stopped in the inbox or from the dashboard
 * (2.10, 3.4).
 */
export async function startByText(
  context: Context,
  tx: Transaction,
  channel: PaidChannel,
  from: string,
): Promise<void> {
  await lockRecipients(tx, [inboundName(from)])
  const businessIds = businessesKnowing(await loadUse(context, tx, channel, from))
  if (businessIds.length === 0) return
  const started = numbersOf(context, businessIds, from)
  tx.write(startRecipientsByText, { channel, phone: from, digests: started.map((number) => number.numberDigest) })
  tx.write(startNumbersByText, { channel, started })
}

const numbersOf = ({ deriveKey }: Context, businessIds: string[], e164: string) =>
  businessIds.map((businessId) => ({ businessId, numberDigest: numberDigest(deriveKey, businessId, e164) }))

async function loadUse(
  { deriveKey }: Context,
  tx: Transaction,
  channel: PaidChannel,
  e164: string,
): Promise<NumberUse> {
  const [contacts, holders] = await Promise.all([
    tx.all(contactsOf, { platformDigest: platformNumberDigest(deriveKey, e164), channel }),
    tx.all(holdersOf, { phone: e164 }),
  ])
  return { contacts, holders }
}
