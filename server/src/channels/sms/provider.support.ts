/** For the provider tests: one text, and results of a submission. */
import { nudgeId } from '../callback.support.ts'
import type { Submission } from '../submission.ts'

export const sms = {
  id: nudgeId,
  shard: 'a1',
  to: '+447700900123',
  text: 'Müller & Söhne: your order has shipped. Reply STOP to stop',
  messageId: 'msg_01JCV0000000000000000000',
}

export const finalRefusal = (detail: string): Submission => ({ outcome: 'refused', retryable: false, detail })
export const retryableRefusal = (detail: string): Submission => ({ outcome: 'refused', retryable: true, detail })

/** For tests that parse callbacks and must not send a request. */
export const withoutHttp = {
  apiUrl: 'https://api.example.com',
  http: { post: () => Promise.reject(new Error('parsing a callback must not send a request')) },
}
