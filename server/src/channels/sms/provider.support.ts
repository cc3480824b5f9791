/** For the provider tests: one text, a provider on loopback to submit it to, and results of a submission. */
import { onTestFinished } from 'vitest'
import { nudgeId } from '../callback.support.ts'
import { type Reaction, startTestProvider } from '../http-submit.support.ts'
import { createHttpSubmit } from '../http-submit.ts'
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

/** Starts a provider server and an HTTP client. Both are closed when the test ends. */
export async function startProviderServer(reaction: Reaction) {
  const server = await startTestProvider(reaction)
  const http = createHttpSubmit({ connections: 1, timeouts: { connectMilliseconds: 5_000, totalMilliseconds: 300 } })
  onTestFinished(async () => {
    server.stop()
    await http.close()
  })
  return { server, http }
}

/** For tests that parse callbacks and must not send a request. */
export const withoutHttp = {
  apiUrl: 'https://api.example.com',
  http: { post: () => Promise.reject(new Error('parsing a callback must not send a request')) },
}
