/** A recipient's SMS state (2.10, 3.4): a stop outweighs the consent, which is there as soon as a number was once accepted. */
type Facts = { sms_stopped_at: Date | null; sms_consent_at: Date | null }

export function smsStatus({
  sms_stopped_at: stoppedAt,
  sms_consent_at: consentAt,
}: Facts): 'none' | 'active' | 'stopped' {
  if (stoppedAt !== null) return 'stopped'
  return consentAt === null ? 'none' : 'active'
}

/** The beginning tells the country and the end tells the owner which number it is. */
export const maskPhone = (e164: string): string => e164.slice(0, 3) + '*'.repeat(e164.length - 6) + e164.slice(-3)
