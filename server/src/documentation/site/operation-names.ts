import type { Operation } from '../../operation.ts'

const acronyms: Record<string, string> = { sms: 'SMS', whats: 'WhatsApp', app: '' }
/** Operations whose name is not a title: it has a word that distinguishes it from an operation of the other interface. */
const ownTitles: Record<string, string> = {
  pushMessage: 'Push a message',
  pushBatch: 'Push a batch',
  previewMessage: 'Preview a message',
  previewBatch: 'Preview a batch',
  createDashboardKey: 'Create business key',
  enableEndpointFromDashboard: 'Enable webhook endpoint',
  listMessagesAsOperator: 'List messages',
  readMessageAsOperator: 'Read message',
  readMessageTimelineAsOperator: 'Read message timeline',
  setPhoneFromDashboard: 'Set recipient phone',
}

/** A short title from the name of an operation: `listWebhookEndpoints` becomes "List webhook endpoints". */
export function titleOf({ name }: Pick<Operation, 'name'>): string {
  if (ownTitles[name] !== undefined) return ownTitles[name]
  const words = name.split(/(?=[A-Z])/).map((word) => acronyms[word.toLowerCase()] ?? word.toLowerCase())
  const text = words.filter((word) => word !== '').join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
