import type { Event } from '@tidings/client'
import { pause } from './follow-events.ts'
import { webhookRequest } from './webhook-request.ts'

export type Forwarded = { status_code: number; duration_ms: number }

type Forward = {
  url: string
  secret: string
  signal: AbortSignal
  now: () => Date
  onFailure: (cause: string) => void
}

/** As for a webhook of the service. */
const timeoutMilliseconds = 15_000
const [firstPauseMilliseconds, maxPauseMilliseconds] = [500, 10_000]

/**
 * Posts an event until the receiver responds, whatever the status: with no response the order would be lost if the next event
 * was posted. Null if the signal ended it before.
 */
export async function forwardEvent(
  event: Event,
  { url, secret, signal, now, onFailure }: Forward,
): Promise<Forwarded | null> {
  for (let wait = firstPauseMilliseconds; ; wait = Math.min(wait * 2, maxPauseMilliseconds)) {
    const startedAt = performance.now()
    try {
      // Not ended by Ctrl-C: a request that was sent is finished and recorded.
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMilliseconds),
        ...webhookRequest(event, secret, now()),
      })
      await response.body?.cancel()
      return { status_code: response.status, duration_ms: Math.round(performance.now() - startedAt) }
    } catch (error) {
      if (wait === firstPauseMilliseconds) onFailure(causeOf(error as Error))
      if (!signal.aborted) await pause(wait, signal)
      if (signal.aborted) return null
    }
  }
}

function causeOf({ name, cause }: Error): string {
  if (name === 'TimeoutError') return 'no response in 15 seconds'
  return (cause as NodeJS.ErrnoException | undefined)?.code ?? 'no response'
}
