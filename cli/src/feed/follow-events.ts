import { setTimeout as sleep } from 'node:timers/promises'
import { type Event, type Tidings, TidingsConnectionError, TidingsError, TidingsTimeoutError } from '@tidings/client'
import { type Position, startAfter, unreadOf } from './position.decide.ts'

const pageSize = 100
const pollMilliseconds = 1_000
const maxPauseMilliseconds = 15_000

type Follow = {
  client: Tidings
  signal: AbortSignal
  /** The position after what the consumer has processed so far. */
  position: () => Position
  /** Called when the service stops responding, and with null when it responds again. */
  onAvailability: (error: Error | null) => void
}

/** Yields the unread events of the log, oldest first, and waits for more until the signal. Survives an absence of the service. */
export async function* followEvents({ client, signal, position, onAvailability }: Follow): AsyncGenerator<Event> {
  let failures = 0
  while (!signal.aborted) {
    try {
      const unread = await readUnread(client, position(), signal)
      if (failures > 0) onAvailability(null)
      failures = 0
      yield* unread
    } catch (error) {
      if (signal.aborted) return
      if (!isTemporary(error)) throw error
      if (failures === 0) onAvailability(error)
      failures += 1
    }
    await pause(Math.min(pollMilliseconds * 2 ** failures, maxPauseMilliseconds), signal)
  }
}

/** The position after the newest event, for a first start. */
export async function newestPosition(client: Tidings, signal: AbortSignal, now: Date): Promise<Position> {
  return startAfter(await client.events.list({ limit: pageSize }, { signal }).page(), now.getTime())
}

async function readUnread(client: Tidings, position: Position, signal: AbortSignal): Promise<Event[]> {
  const found: Event[] = []
  for await (const { items } of client.events.list({ limit: pageSize }, { signal }).pages()) {
    const { unread, isComplete } = unreadOf(position, items)
    found.push(...unread)
    if (isComplete) break
  }
  return found.toReversed()
}

/** Refusals that a later request can overcome. */
const isTemporary = (error: unknown): error is Error =>
  error instanceof TidingsConnectionError ||
  error instanceof TidingsTimeoutError ||
  (error instanceof TidingsError && (error.status >= 500 || error.status === 429))

/** Ends early, without an error, when the signal is aborted. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<unknown> =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined)
