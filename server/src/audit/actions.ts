/** The operations by which an operator changes something. The audit log stores the name of the operation. */
export const operatorActions = [
  'createBusiness',
  'changeBusiness',
  'setLogo',
  'removeLogo',
  'grantCredits',
  'createDashboardKey',
  'revokeBusinessKey',
  'setPhoneFromDashboard',
  'stopRecipient',
  'unsubscribeRecipient',
  'enableEndpointFromDashboard',
  'changeTemplate',
  'changeSmsPrice',
  'liftSuppression',
  'syncTemplates',
  'holdSending',
  'releaseSending',
  'createOperator',
  'changeOperator',
  'revokeOperator',
  'inviteMember',
  'revokeInvitation',
  'changeMember',
  'removeMember',
  'advanceClock',
] as const

/** The operations of the merchant that a member calls in the dashboard. */
export const memberActions = [
  'resendSms',
  'resendWhatsApp',
  'retractMessage',
  'clearRecipientPhone',
  'eraseRecipient',
  'eraseWhatsAppHistory',
  'createWebhookEndpoint',
  'deleteWebhookEndpoint',
  'rotateWebhookSecret',
  'enableWebhookEndpoint',
  'redeliverEvent',
  'redeliverMissedEvents',
] as const

/** What a person changes in the dashboard that no key can change. */
const peopleActions = [
  'signIn',
  'signOut',
  'revokeSession',
  'addPasskey',
  'removePasskey',
  'acceptInvitation',
  'exportConsentEvidence',
] as const

export const auditActions = [...operatorActions, ...memberActions, ...peopleActions] as const
export type AuditAction = (typeof auditActions)[number]
export type MemberAction = (typeof memberActions)[number]
export type PeopleAction = (typeof peopleActions)[number]
