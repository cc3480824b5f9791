import type { Operation } from '../../operation.ts'

const acronyms: Record<string, string> = { sms: 'SMS', whats: 'WhatsApp', app: '' }
const articles: Record<string, string> = {
  pushMessage: 'Push a message',
  pushBatch: 'Push a batch',
}

/** A short title from the name of an operation: `listWebhookEndpoints` becomes "List webhook endpoints". */
export function titleOf({ name }: Pick<Operation, 'name'>): string {
  if (articles[name] !== undefined) return articles[name]
  const words = name.split(/(?=[A-Z])/).map((word) => acronyms[word.toLowerCase()] ?? word.toLowerCase())
  const text = words.filter((word) => word !== '').join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
