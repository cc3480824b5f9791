import type { AuditAction } from '../../audit/actions.ts'
import type { ShopAuditRow } from './audit.sql.ts'

type Facts = Pick<ShopAuditRow, 'target' | 'before' | 'after' | 'recipient'>
const value = (values: ShopAuditRow['before'], name: string): string => shown(values?.[name] ?? 'unknown')
function shown(found: unknown): string {
  if (found === null || found === undefined) return 'not set'
  if (Array.isArray(found)) return found.length === 0 ? 'none' : found.map(shown).join(', ')
  return typeof found === 'string' ? found : JSON.stringify(found)
}
const recipientOf = ({ recipient }: Facts): string => recipient ?? 'a recipient who was erased'
const changes = ({ before, after }: Facts): string =>
  Object.keys(after ?? {})
    .map((name) => `${name.replaceAll('_', ' ')} from ${shown(before?.[name])} to ${shown(after?.[name])}`)
    .join('; ')
function grant({ after }: Facts): string {
  const amount = Number(after?.['amount'])
  const count = Math.abs(amount)
  return `${amount < 0 ? 'took back' : 'granted'} ${count} ${count === 1 ? 'credit' : 'credits'}`
}

function deliveries(after: Facts['after']): string {
  const count = Number(after?.['deliveries'])
  return `${count} ${count === 1 ? 'delivery' : 'deliveries'}`
}

const sentAgain = (noun: string, { target, after }: Facts): string =>
  after?.['queued'] === false
    ? `wanted to send the ${noun} of message ${target}, which was refused (${value(after, 'skipped_reason')})`
    : `sent the ${noun} of message ${target} again`

/** What was done, after the name of who did it. A new action without a sentence does not compile. */
const sentences: Record<AuditAction, (facts: Facts) => string> = {
  createBusiness: () => 'created the shop',
  changeBusiness: (facts) => `changed settings: ${changes(facts)}`,
  setLogo: ({ before, after }) =>
    `${before?.['logo'] == null ? 'added' : 'replaced'} the logo of the inbox: ${value(after, 'logo')}`,
  removeLogo: () => 'removed the logo of the inbox',
  grantCredits: grant,
  createDashboardKey: ({ after }) => `created the API key ${value(after, 'masked')}`,
  revokeBusinessKey: ({ target }) => `revoked the API key ${target}`,
  setPhoneFromDashboard: (facts) => `set the phone number of ${recipientOf(facts)}`,
  stopRecipient: (facts) => `recorded that ${recipientOf(facts)} wants nothing by ${value(facts.after, 'stopped')}`,
  unsubscribeRecipient: (facts) => `recorded that ${recipientOf(facts)} wants no updates of the shop`,
  enableEndpointFromDashboard: ({ target }) => `enabled the webhook endpoint ${target}`,
  changeTemplate: (facts) => `changed the WhatsApp template ${facts.target}: ${changes(facts)}`,
  changeSmsPrice: (facts) => `changed texts to ${facts.target}: ${changes(facts)}`,
  liftSuppression: ({ target, after }) => `lifted the shared suppression ${target}: ${value(after, 'reason')}`,
  syncTemplates: (facts) =>
    facts.before === null
      ? `created WhatsApp templates at the platform: ${value(facts.after, 'creating')}`
      : `synchronised the WhatsApp templates: ${changes(facts)}`,
  holdSending: () => 'stopped all sending',
  releaseSending: () => 'resumed all sending',
  createOperator: ({ after }) => `created the operator ${value(after, 'name')} with the role ${value(after, 'role')}`,
  changeOperator: ({ before, after }) =>
    `changed the role of the operator ${value(after, 'name')} from ${value(before, 'role')} to ${value(after, 'role')}`,
  revokeOperator: ({ target }) => `revoked the operator ${target}`,
  inviteMember: ({ after }) => `invited ${value(after, 'email')} as ${value(after, 'role')}`,
  revokeInvitation: ({ before }) => `revoked the invitation of ${value(before, 'email')}`,
  acceptInvitation: ({ after }) => `joined the shop as ${value(after, 'role')}`,
  changeMember: ({ before, after }) =>
    `changed the role of ${value(after, 'member')} from ${value(before, 'role')} to ${value(after, 'role')}`,
  removeMember: ({ before }) =>
    `removed ${value(before, 'member')} (${value(before, 'email')}), who was ${value(before, 'role')}`,
  advanceClock: () => 'advanced the clock',
  resendSms: (facts) => sentAgain('text', facts),
  resendWhatsApp: (facts) => sentAgain('WhatsApp message', facts),
  retractMessage: ({ target, after }) =>
    `retracted message ${target}${after?.['retracted'] === false ? ', which was retracted before' : ''}`,
  clearRecipientPhone: (facts) => `cleared the phone number of ${recipientOf(facts)}`,
  eraseRecipient: () => 'erased a recipient',
  eraseWhatsAppHistory: (facts) => `erased the WhatsApp history of ${recipientOf(facts)}`,
  createWebhookEndpoint: ({ target, after }) => `added the webhook endpoint ${target} at ${value(after, 'host')}`,
  deleteWebhookEndpoint: ({ target }) => `deleted the webhook endpoint ${target}`,
  rotateWebhookSecret: ({ target }) => `replaced the signing secret of the webhook endpoint ${target}`,
  enableWebhookEndpoint: ({ target }) => `enabled the webhook endpoint ${target}`,
  redeliverEvent: ({ target, after }) => `sent the event ${target} again: ${deliveries(after)}`,
  redeliverMissedEvents: ({ target, after }) => `sent what the webhook endpoint ${target} missed: ${deliveries(after)}`,
  signIn: () => 'signed in',
  signOut: () => 'signed out',
  revokeSession: () => 'ended a session',
  addPasskey: () => 'added a passkey',
  removePasskey: () => 'removed a passkey',
  exportConsentEvidence: (facts) => `made a consent evidence file about ${recipientOf(facts)}`,
}
export const auditSentence = (row: Facts & Pick<ShopAuditRow, 'action'>): string => sentences[row.action](row)
