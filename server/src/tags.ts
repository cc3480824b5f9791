/** The groups of the merchant's operations in the OpenAPI document. */
export const merchantTags = {
  Messages: 'Push updates about orders, read what became of them, send a paid nudge again, retract.',
  'API keys': 'List, create and revoke the keys of the business.',
  Credits: 'Read the balance that texts and WhatsApp messages are paid from.',
  Recipients: 'Read and change the phone number of a customer, and read whether texts are allowed.',
  Erasure: 'Delete what is stored about a customer.',
  Webhooks: 'Register the endpoints that events are posted to, test them, and read their deliveries.',
  Events: 'Read the events of the last 30 days and send one again. The webhooks describe every type.',
  'Test mode': 'Only with a key that begins with `td_test_`: the outbox, the credits and the clock of a test side.',
} as const

/** The groups of the operator's operations. */
export const operatorTags = {
  Businesses: 'Create businesses, find them and change their settings.',
  People: 'The people of a business in the dashboard: members, roles and invitations.',
  Keys: 'List, create and revoke the keys of a business.',
  Credits: 'Grant credits and read the ledger.',
  Recipients: 'Change the number of a recipient, record a stop or an unsubscription, and read erasures.',
  Messages: 'Find messages and read what became of them.',
  Webhooks: 'Enable the endpoint of a business again.',
  'WhatsApp templates': 'The review states of the templates that all businesses share.',
  'SMS prices': 'The destinations of texts: their prices, and whether they are open.',
  Suppressions: 'Addresses that are suppressed for every business.',
  Notices: 'What needs attention: paused businesses, failing endpoints, quotas, changes of keys.',
  Sending: 'The pause after a restore, and how to end it.',
  Operators: 'The people who run the service, and their roles.',
  Audit: 'Every change by an operator.',
  Development: 'The clock of a development service. In production these operations do not exist.',
} as const

export type Tag = keyof typeof merchantTags | keyof typeof operatorTags
