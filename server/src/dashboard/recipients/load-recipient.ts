import { mapPaid, optInChannel, type PaidChannel, paidChannels, registry } from '../../channels/registry.ts'
import type { Context } from '../../context.ts'
import type { EmailIdentity } from '../../email.ts'
import type { DigestRecord } from '../../inbox/data-export.sql.ts'
import { readDigestRecords } from '../../inbox/data-export.ts'
import { spendingFacts } from '../../nudges/dispatch.sql.ts'
import { allowsNumber } from '../../nudges/paid.decide.ts'
import { numberKind } from '../../phone.ts'
import type { Consents, StopSource } from '../../recipients/consent.decide.ts'
import { loadConsents } from '../../recipients/consents.ts'
import { addressDigests } from '../../recipients/digest.ts'
import { findPlatformSuppression } from '../../suppressions/operator.sql.ts'
import type { SendingBlock } from '../sending.decide.ts'
import {
  type ChannelState,
  channelState,
  describeEmail,
  describePaid,
  type EmailState,
  type StoredStop,
  type Suppression,
} from './channel-state.decide.ts'
import { findShownRecipient, type RecipientChange, recipientChanges, type ShownRecipient } from './sql.ts'

/** Everything that is stored about a recipient, except for the messages. */
export type RecipientFacts = {
  recipient: ShownRecipient
  consents: Consents
  /** Stops of the current number, which may be older than the recipient. */
  numberStops: Record<PaidChannel, StoredStop | null>
  email: EmailState
  /** Of the opt-in, for good. */
  withdrawnAt: Date | null
  states: ChannelState[]
  /** Also of an earlier recipient with the address, who was erased. */
  unsubscribedAt: Date | null
  /** Newest first, at most 50. */
  changes: RecipientChange[]
}

const changesShown = 50

/** Null if no recipient of the shop has the address. */
export async function loadRecipient(
  context: Context,
  { businessId, mode, sendingBlock }: { businessId: string; mode: 'live' | 'test'; sendingBlock: SendingBlock | null },
  email: EmailIdentity,
): Promise<RecipientFacts | null> {
  const { db, digestKey } = context
  const recipient = await db.one(findShownRecipient, { businessId, email })
  if (recipient === null) return null
  const { platformDigest } = addressDigests(digestKey, businessId, email)
  const [consentsOf, records, changes, platform, [catalogue]] = await Promise.all([
    loadConsents(db, [{ businessId, recipientId: recipient.id }]),
    readDigestRecords(context, { businessId, email, phone: recipient.phone }),
    db.all(recipientChanges, { businessId, platformDigest, limit: changesShown }),
    mode === 'live' ? db.one(findPlatformSuppression, { platformDigest }) : null,
    db.all(spendingFacts),
  ])
  const consents = consentsOf(recipient.id)
  const numberStops = mapPaid((channel) => stopIn(records, channel))
  const emailState: EmailState = {
    unsubscribedAt: recipient.unsubscribed_at,
    suppression: suppressionIn(records),
    platform: platform && { bouncedAt: platform.bounced_at, expiresAt: platform.expires_at },
  }
  const unsubscribedAt =
    recipient.unsubscribed_at ?? (emailState.suppression?.reason === 'unsubscribed' ? emailState.suppression.at : null)
  const unreachable = atOf(records, 'not_on_whatsapp_until')
  const withdrawnAt = consents[optInChannel].withdrawnAt ?? atOf(records, 'whatsapp_withdrawn')
  const paid = paidChannels.map((channel) =>
    describePaid({
      channel,
      mode: recipient[`${channel}_mode`],
      unsubscribedAt,
      consent: consents[channel],
      numberStop: numberStops[channel],
      withdrawnAt: registry[channel].consent === 'opt_in' ? withdrawnAt : null,
      hasPhone: recipient.phone !== null,
      canReceive: allowsNumber(channel, {
        countries: recipient.countries,
        closedDestinations: new Set(catalogue!.closed),
        destination: recipient.phone_destination,
        numberKind: recipient.phone === null ? 'mobile' : numberKind(recipient.phone),
      }),
      unreachableUntil:
        registry[channel].hasTemplates && unreachable !== null && unreachable > recipient.now ? unreachable : null,
    }),
  )
  const states = [describeEmail(emailState), ...paid].map((described) => channelState(described, sendingBlock))
  return { recipient, consents, numberStops, email: emailState, withdrawnAt, states, unsubscribedAt, changes }
}

const atOf = (records: DigestRecord[], what: string): Date | null =>
  records.find((record) => record.what === what)?.at ?? null
function stopIn(records: DigestRecord[], channel: PaidChannel): StoredStop | null {
  const stop = records.find(({ what }) => what === `${channel}_stopped`)
  return stop === undefined ? null : { at: stop.at, source: stop.source as StopSource }
}
const suppressionReasons = ['unsubscribed', 'complained', 'bounced'] as const
function suppressionIn(records: DigestRecord[]): Suppression | null {
  const reason = suppressionReasons.find((one) => records.some(({ what }) => what === one))
  return reason === undefined ? null : { reason, at: atOf(records, reason)! }
}
