import { paidChannels } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { EmailIdentity } from '../email.ts'
import { noConsent, type Recipient } from './consent.decide.ts'
import { type ConsentToWrite, storeConsents } from './consents.sql.ts'
import { numberDigest } from './digest.ts'
import { type RecipientToWrite, storeRecipientRows } from './sql.ts'

type RecipientToStore = Recipient & { businessId: string; email: EmailIdentity }

/** Stores recipients, then their consents, which refer to the rows. */
export function storeRecipients({ digestKey }: Context, tx: Transaction, recipients: RecipientToStore[]): void {
  if (recipients.length === 0) return
  const given = recipients.map((recipient) => rowOf(digestKey, recipient))
  tx.write(storeRecipientRows, { given })
  const consents = given.flatMap(consentsToWrite)
  if (consents.length > 0) tx.write(storeConsents, { given: consents })
}

const rowOf = (
  digestKey: Context['digestKey'],
  recipient: RecipientToStore,
): RecipientToWrite & Pick<Recipient, 'consents'> => ({
  ...recipient,
  displayedEmail: String(recipient.displayedEmail) === recipient.email ? null : recipient.displayedEmail,
  phone: recipient.phone?.e164 ?? null,
  phoneDestination: recipient.phone?.destination ?? null,
  phoneDigest: recipient.phone === null ? null : numberDigest(digestKey, recipient.businessId, recipient.phone.e164),
})

const consentsToWrite = ({ businessId, id, phoneDigest, consents }: ReturnType<typeof rowOf>): ConsentToWrite[] =>
  paidChannels
    .filter((channel) => consents[channel] !== noConsent)
    .map((channel) => ({ ...consents[channel], businessId, recipientId: id, channel, phoneDigest }))
