import { reasonWords } from '../../reason-words.ts'
import type { PreviewedNudge, PreviewOutcome } from './preview.decide.ts'

const sentences: Record<Exclude<PreviewOutcome, 'skipped'>, string> = {
  queued: 'It is sent at once.',
  scheduled: 'It waits for `send_at`.',
  escalation: 'It is sent at this time if the message is still unread, and charged then.',
  replaced: 'A later push of the batch replaces it before it is sent.',
}
const fallbackSentence = 'It replaces the WhatsApp message, which cannot carry this update.'

/** Why this happens on a channel, in one or two sentences. */
export function explain({ outcome, reason, isFallback }: PreviewedNudge): string {
  // A reason of a channel without words stands for itself.
  if (outcome === 'skipped') return reason === null ? '' : (reasonWords[reason]?.meaning ?? reason)
  return isFallback ? `${sentences[outcome]} ${fallbackSentence}` : sentences[outcome]
}
