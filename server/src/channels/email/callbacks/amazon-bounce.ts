import type { EmailFate } from './callback.ts'

/** Amazon has a bounce for mails it never sent: it knew the address, or checked it, and kept them back. */
const neverSent = new Set<unknown>([
  'Suppressed',
  'OnAccountSuppressionList',
  'OnTenantSuppressionList',
  'EmailValidationSuppressed',
  'UnsubscribedRecipient',
])

/** Amazon's words for a bounce. Resend sends through Amazon and passes them on. Undetermined proves nothing about the address. */
export function fateOfAmazonBounce(type: unknown, subType: unknown): EmailFate {
  if (neverSent.has(subType)) return { kind: 'refused' }
  return { kind: 'bounced', bounceType: type === 'Permanent' ? 'permanent' : 'transient' }
}
