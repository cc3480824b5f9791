import type { Report } from '../../callback.ts'

/** Amazon has a bounce for mails it never sent: it knew the address, or checked it, and kept them back. */
const neverSent = new Set<unknown>([
  'Suppressed',
  'OnAccountSuppressionList',
  'OnTenantSuppressionList',
  'EmailValidationSuppressed',
  'UnsubscribedRecipient',
])

/** A bounce as Amazon classifies it. Resend sends through Amazon and passes this on. Undetermined proves nothing about the address. */
export function amazonBounce(type: unknown, subType: unknown): Report {
  if (neverSent.has(subType)) return { kind: 'refused' }
  return { kind: 'bounced', bounceType: type === 'Permanent' ? 'permanent' : 'transient' }
}
