/** For the tests of the providers: one text, a provider on loopback to submit it to, and what can become of it. */
import { onTestFinished } from 'vitest'
import { nudgeId } from '../callback.support.ts'
import { type Reaction, startTestProvider } from '../http-submit.support.ts'
import { createHttpSubmit } from '../http-submit.ts'
import type { Submission } from '../submission.ts'

export const sms = {
  id: nudgeId,
  to: '+447700900123',
  text: 'Müller & Söhne: your order has shipped. Reply STOP to stop',
  messageId: 'msg_01JCV0000000000000000000',
}

export const never = (detail: string): Submission => ({ outcome: 'refused', retryable: false, detail })
export const again = (detail: string): Submission => ({ outcome: 'refused', retryable: true, detail })

/** A server that reacts so, and a way to it. Both end with the test. */
export async function serverThat(reaction: Reaction) {
  const server = await startTestProvider(reaction)
  const http = createHttpSubmit({ connections: 1, timeouts: { connectMilliseconds: 5_000, wholeMilliseconds: 300 } })
  onTestFinished(async () => {
    server.stop()
    await http.close()
  })
  return { server, http }
}

/** For reading callbacks, where nothing may be posted. */
export const nowhere = {
  apiUrl: 'https://api.example.com',
  http: { post: () => Promise.reject(new Error('nothing is posted to read a callback')) },
}
