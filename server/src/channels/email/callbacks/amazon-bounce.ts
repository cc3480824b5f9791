import type { Report } from '../../callback.ts'

/** Bounce subtypes of emails that Amazon never sent, because the address was on a suppression list or failed validation. */
const neverSent = new Set<unknown>([
  'Suppressed',
  'OnAccountSuppressionList',
  'OnTenantSuppressionList',
  'EmailValidationSuppressed',
  'UnsubscribedRecipient',
])

/**
 * Maps a bounce in Amazon's classification. Resend sends through Amazon and forwards it. `Undetermined` proves nothing about
 * the address.
 */
export function amazonBounce(type: unknown, subType: unknown): Report {
  if (neverSent.has(subType)) return { kind: 'refused' }
  return { kind: 'bounced', bounceType: type === 'Permanent' ? 'permanent' : 'transient' }
}
