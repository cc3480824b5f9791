import { paidChannels, registry } from '../../channels/registry.ts'
import type { Context, DashboardCaller } from '../../context.ts'
import { formatId } from '../../ids.ts'
import type { Mode } from '../../mode.ts'
import { numberDigest } from '../../recipients/digest.ts'
import { actorOf, changeSentence, operatorName } from './change-words.ts'
import type { ConsentEvidence } from './evidence.schema.ts'
import type { RecipientFacts } from './load-recipient.ts'

type Maker = { caller: DashboardCaller; shop: { name: string; mode: Mode } }

/** What is stored about the consent of a recipient, as evidence: with the whole number, because the consent is for it. */
export function makeEvidence(
  { digestKey }: Pick<Context, 'digestKey'>,
  { caller: { businessId, actor }, shop }: Maker,
  facts: RecipientFacts,
): ConsentEvidence {
  const { recipient, consents, numberStops, withdrawnAt, states, unsubscribedAt, email, changes } = facts
  const current = recipient.phone === null ? null : numberDigest(digestKey, businessId, recipient.phone)
  const { suppression, platform } = email
  return {
    format: 'tidings.consent-evidence',
    version: '2',
    generated_at: recipient.now.toISOString(),
    generated_by: { name: actor.kind === 'member' ? actor.name : operatorName, role: actor.role },
    shop: { id: formatId('biz', businessId), name: shop.name, mode: shop.mode },
    recipient: {
      email: recipient.displayed_email,
      number: recipient.phone,
      earlier_numbers: recipient.former_numbers,
      known_since: recipient.created_at.toISOString(),
      unsubscribed_at: timeOf(unsubscribedAt),
      erasure_requested_at: timeOf(recipient.erasure_asked_at),
    },
    channels: states.map(({ channel, code, isSent, sentence, change }) => ({
      channel,
      is_sent: isSent,
      reason: code,
      in_words: `${sentence} ${change}`,
    })),
    consents: paidChannels.map((channel) => {
      const { consentedAt, consentSource, optIn, consentDigest, stoppedAt, stopSource } = consents[channel]
      const kind = registry[channel].consent
      const ofRecipient = stoppedAt === null || stopSource === null ? [] : [{ at: stoppedAt, source: stopSource }]
      const ofNumber = numberStops[channel] === null ? [] : [numberStops[channel]]
      return {
        channel,
        kind,
        recorded_at: timeOf(consentedAt),
        recorded_by: consentSource,
        obtained_at: optIn?.obtained_at ?? null,
        source: optIn?.source ?? null,
        wording: optIn?.wording ?? null,
        is_for_current_number:
          kind === 'number' || consentedAt === null || current === null || consentDigest === null
            ? null
            : consentDigest.equals(current),
        stops: [
          ...ofRecipient.map(({ at, source }) => ({ at: at.toISOString(), source, belongs_to: 'recipient' as const })),
          ...ofNumber.map(({ at, source }) => ({ at: at.toISOString(), source, belongs_to: 'number' as const })),
        ],
        withdrawn_at: kind === 'opt_in' ? timeOf(withdrawnAt) : null,
      }
    }),
    email_suppressions: [
      ...(suppression === null
        ? []
        : [{ applies_to: 'shop' as const, reason: suppression.reason, at: suppression.at.toISOString(), until: null }]),
      ...(platform === null
        ? []
        : [
            {
              applies_to: 'service' as const,
              reason: 'bounced' as const,
              at: platform.bouncedAt.toISOString(),
              until: platform.expiresAt.toISOString(),
            },
          ]),
    ],
    changes_by_people: changes.map((change) => ({
      at: change.at.toISOString(),
      by: actorOf(change),
      action: change.action,
      in_words: changeSentence(change),
      number_before: change.personal.phone_before ?? null,
      number_after: change.personal.phone_after ?? null,
    })),
  }
}

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null
