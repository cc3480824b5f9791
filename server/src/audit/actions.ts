/** The operations by which an operator changes something. The audit log stores the name of the operation. */
export const auditActions = [
  'createBusiness',
  'changeBusiness',
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
  'revokeOperator',
  'advanceClock',
] as const
export type AuditAction = (typeof auditActions)[number]
