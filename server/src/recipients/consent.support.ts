import { mapPaid, registry } from '../channels/registry.ts'
import { type Consent, noConsent, type OptIn, type Recipient } from './consent.decide.ts'

/** A recipient with a short form of its consents. Every channel without opt-in gets the consent of SMS. */
export type RecipientDescription = Omit<Recipient, 'consents'> & {
  smsConsentAt: Date | null
  smsConsentSource: Consent['consentSource']
  smsStopped: boolean
  whatsappOptedInAt: Date | null
  whatsappOptIn: OptIn | null
  whatsappStopped: boolean
  whatsappWithdrawnAt: Date | null
}

const stop: Partial<Consent> = { stoppedAt: new Date('2026-11-02T09:00:00.000Z'), stopSource: 'inbox' }

export function recipientFrom(described: RecipientDescription): Recipient {
  const { smsConsentAt, smsConsentSource, smsStopped, whatsappOptedInAt, whatsappOptIn, ...others } = described
  const { whatsappStopped, whatsappWithdrawnAt, ...recipient } = others
  const byNumber = { ...noConsent, consentedAt: smsConsentAt, consentSource: smsConsentSource }
  return {
    ...recipient,
    consents: {
      ...mapPaid((channel) => (registry[channel].consent === 'number' ? byNumber : noConsent)),
      sms: { ...byNumber, ...(smsStopped && stop) },
      whatsapp: {
        ...noConsent,
        consentedAt: whatsappOptedInAt,
        optIn: whatsappOptIn,
        ...(whatsappStopped && stop),
        withdrawnAt: whatsappWithdrawnAt,
      },
    },
  }
}
