import { type PaidChannel, paidChannels } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { EmailIdentity } from '../email.ts'
import { type Consent, noConsent, type Recipient } from './consent.decide.ts'
import { storeConsents } from './consents.sql.ts'
import { numberDigest } from './digest.ts'
import { storeRecipientRows } from './sql.ts'

type RecipientToStore = Recipient & { businessId: string; email: EmailIdentity }
export type RecipientToWrite = ReturnType<typeof rowOf>
export type ConsentToWrite = Consent & {
  businessId: string
  recipientId: string
  channel: PaidChannel
  phoneDigest: Buffer | null
}

/** Recipients as they are to be. What there is of consents is stored once their rows are. */
export function storeRecipients({ deriveKey }: Context, tx: Transaction, recipients: RecipientToStore[]): void {
  if (recipients.length === 0) return
  const given = recipients.map((recipient) => rowOf(deriveKey, recipient))
  tx.write(storeRecipientRows, { given })
  const consents = given.flatMap(consentsToWrite)
  if (consents.length > 0) tx.write(storeConsents, { given: consents })
}

const rowOf = (deriveKey: Context['deriveKey'], recipient: RecipientToStore) => ({
  ...recipient,
  displayedEmail: String(recipient.displayedEmail) === recipient.email ? null : recipient.displayedEmail,
  phone: recipient.phone?.e164 ?? null,
  phoneDestination: recipient.phone?.destination ?? null,
  phoneDigest: recipient.phone === null ? null : numberDigest(deriveKey, recipient.businessId, recipient.phone.e164),
})

const consentsToWrite = ({ businessId, id, phoneDigest, consents }: RecipientToWrite): ConsentToWrite[] =>
  paidChannels
    .filter((channel) => consents[channel] !== noConsent)
    .map((channel) => ({ ...consents[channel], businessId, recipientId: id, channel, phoneDigest }))
