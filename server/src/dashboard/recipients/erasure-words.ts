import type { ErasureReport } from '../../erasure/erasure.schema.ts'

export const eraseWhatsAppHistoryWords = 'The WhatsApp history is erased, and the consent is withdrawn for good.'

const deletedWords: Record<keyof ErasureReport['deleted'], string> = {
  messages: 'Messages in the inbox',
  delivery_events: 'Events about deliveries, opens and replies',
  sms_sends: 'Texts, including cancelled ones',
  whatsapp_sends: 'WhatsApp messages, including cancelled ones',
  whatsapp_replies: 'Replies that the person wrote on WhatsApp',
  recipients: 'The record with number, consent and stops',
  webhook_deliveries: 'Copies of events for webhook endpoints',
  api_responses: 'Copies in stored responses to requests',
  cancelled_sends: 'Sends that were waiting and were cancelled',
}
const retainedWords: Record<keyof ErasureReport['kept'], string> = {
  email_suppressions: 'Suppressions of the address: a bounce, a complaint or an unsubscription',
  sms_opt_outs: 'Stops of texts to the number',
  whatsapp_opt_outs: 'Stops of WhatsApp messages, and consent that was withdrawn for good',
}

export type ReceiptLine = { words: string; count: number }
const linesOf = <Name extends string>(words: Record<Name, string>, counts: Record<Name, number>): ReceiptLine[] =>
  (Object.keys(words) as Name[]).map((name) => ({ words: words[name], count: counts[name] }))

/** Every counter of the report in words. */
export const receiptLines = ({
  deleted,
  kept,
}: ErasureReport): { deleted: ReceiptLine[]; retained: ReceiptLine[] } => ({
  deleted: linesOf(deletedWords, deleted),
  retained: linesOf(retainedWords, kept),
})
