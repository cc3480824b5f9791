import { mapPaid, registry } from '../channels/registry.ts'
import { type Consent, noConsent, type OptIn, type Recipient } from './consent.decide.ts'

/** A recipient, with what was said of the channels in short: whatever needs no more than a number begins when texts do. */
export type Described = Omit<Recipient, 'consents'> & {
  smsConsentAt: Date | null
  smsConsentSource: Consent['consentSource']
  smsStopped: boolean
  whatsappOptedInAt: Date | null
  whatsappOptIn: OptIn | null
  whatsappStopped: boolean
  whatsappWithdrawnAt: Date | null
}

const stop: Partial<Consent> = { stoppedAt: new Date('2026-11-02T09:00:00.000Z'), stopSource: 'inbox' }

export function recipientFrom(described: Described): Recipient {
  const { smsConsentAt, smsConsentSource, smsStopped, whatsappOptedInAt, whatsappOptIn, ...more } = described
  const { whatsappStopped, whatsappWithdrawnAt, ...recipient } = more
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
