import { type PaidChannel, registry } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import {
  startNumbersByText,
  startByText as startRecipientsByText,
  stopNumbersByText,
  stopByText as stopRecipientsByText,
} from './consents.sql.ts'
import { contactsOf, holdersOf, registerContacts } from './contacts.sql.ts'
import { numberDigest, platformNumberDigest } from './digest.ts'
import {
  addressedBusinesses,
  lastContact,
  type NumberUse,
  relatedBusinesses,
  type SenderFor,
} from './inbound.decide.ts'
import { inboundLockName, lockRecipients } from './lock.ts'

/** The author in E.164, and our sender: its number or short code, on WhatsApp the id of its number. */
type Addresses = { from: string; to: string }
/** The message that a reply refers to: its business, recipient and number. */
export type RepliedMessage = { businessId: string; recipientId: string | null; numberDigest: Buffer | null }

/** The business that last wrote to the number from this sender. */
export async function findLastContact(
  context: Context,
  tx: Transaction,
  channel: PaidChannel,
  { from, to }: Addresses,
): Promise<string | null> {
  return lastContact(await loadUse(context, tx, channel, from), to)
}

/** Stores a stop for recipient and number, so that neither clearing the number nor erasing the recipient lifts it (2.10). */
export async function stopByText(
  context: Context,
  tx: Transaction,
  channel: PaidChannel,
  { from, to }: Addresses,
  senderFor: SenderFor,
): Promise<void> {
  await lockRecipients(tx, [inboundLockName(from)])
  const businessIds = addressedBusinesses(await loadUse(context, tx, channel, from), to, senderFor)
  if (businessIds.length === 0) return
  const stopped = numbersOf(context, businessIds, from)
  tx.write(stopRecipientsByText, { channel, phone: from, businessIds, recipientId: null })
  tx.write(stopNumbersByText, { channel, stopped })
  // On channels where a START lifts stops, the START must find this business by the number.
  if (registry[channel].inbound.startLiftsStops)
    tx.write(registerContacts, {
      channel,
      platformDigest: platformNumberDigest(context.digestKey, from),
      businesses: stopped,
    })
}

/** A reply to a message comes from its recipient, even if the platform now shows another number (2.10). */
export async function stopByReply(
  { digestKey }: Context,
  tx: Transaction,
  channel: PaidChannel,
  { businessId, recipientId, numberDigest: sentTo }: RepliedMessage,
  from: string,
): Promise<void> {
  await lockRecipients(tx, [inboundLockName(from)])
  const numbers = [numberDigest(digestKey, businessId, from), ...(sentTo === null ? [] : [sentTo])]
  const stopped = numbers.map((digest) => ({ businessId, numberDigest: digest }))
  tx.write(stopRecipientsByText, { channel, phone: from, businessIds: [businessId], recipientId })
  tx.write(stopNumbersByText, { channel, stopped })
}

/** Lifts every stop made by text from or for this number, but no stop made in the inbox or from the dashboard (2.10, 3.4). */
export async function startByText(
  context: Context,
  tx: Transaction,
  channel: PaidChannel,
  from: string,
): Promise<void> {
  await lockRecipients(tx, [inboundLockName(from)])
  const businessIds = relatedBusinesses(await loadUse(context, tx, channel, from))
  if (businessIds.length === 0) return
  const started = numbersOf(context, businessIds, from)
  const digests = started.map((number) => number.numberDigest)
  tx.write(startRecipientsByText, { channel, phone: from, businessIds, digests })
  tx.write(startNumbersByText, { channel, started })
}

const numbersOf = ({ digestKey }: Context, businessIds: string[], e164: string) =>
  businessIds.map((businessId) => ({ businessId, numberDigest: numberDigest(digestKey, businessId, e164) }))

async function loadUse(
  { digestKey }: Context,
  tx: Transaction,
  channel: PaidChannel,
  e164: string,
): Promise<NumberUse> {
  const [contacts, holders] = await Promise.all([
    tx.all(contactsOf, { platformDigest: platformNumberDigest(digestKey, e164), channel }),
    tx.all(holdersOf, { phone: e164 }),
  ])
  return { contacts, holders }
}
