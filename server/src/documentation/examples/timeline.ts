import type { Example } from './example.ts'
import { dashboardKeyId, shippedAt, shippedId } from './shop.ts'

const key = { id: dashboardKeyId, name: 'API key', masked: 'td_live_****Xw3e' }
const words = '451 4.7.1 Too many mails, try again later'
const nextAttemptAt = '2026-11-14T16:06:29.412Z'

/** The operator sees the same entries. */
export const timelineExample: Example = {
  params: { public_id: shippedId },
  response: {
    items: [
      {
        at: shippedAt,
        kind: 'pushed',
        channel: null,
        sentence: `The message was created by a push with the key "${key.name}" (${key.masked}).`,
        data: { created: true, key },
      },
      {
        at: shippedAt,
        kind: 'queued',
        channel: 'email',
        sentence: 'The email was queued.',
        data: { credits: 0 },
      },
      {
        at: '2026-11-14T16:05:21.944Z',
        kind: 'submitted',
        channel: 'email',
        sentence: `Attempt 1 to submit the email. The provider did not accept it: "${words}". The next attempt is at ${nextAttemptAt}.`,
        data: { attempt: 1, outcome: 'refused', code: 'smtp 451 4.7.1', words, next_attempt_at: nextAttemptAt },
      },
    ],
    truncated: false,
  },
  prints: ['items[].at', 'items[].sentence'],
}
