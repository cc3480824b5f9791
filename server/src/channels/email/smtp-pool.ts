import type { Connection } from './smtp-connection.ts'
import { failure } from './smtp-reply.ts'

/**
 * Connections are kept for the next mail, since opening one takes several round trips.
 *
 * The mail library has a pool of its own, but that one cannot let go of a mail: what we had given up at our time limit,
 * and perhaps submitted again, would still be in its queue and be sent later.
 */
export function createPool(size: number, create: () => Connection) {
  const idle: Connection[] = []
  const turns = createTurns(size)
  let closed = false

  /** The one used last comes first, so that those nobody needs fall silent and close. */
  function takeIdle(): Connection | undefined {
    let connection = idle.pop()
    // The provider may have closed it meanwhile.
    while (connection?.isReady() === false) connection = idle.pop()
    return connection
  }

  return {
    /** The signal cuts the connection, and its reason is what the work fails with. */
    async use(work: (connection: Connection) => Promise<void>, signal: AbortSignal): Promise<void> {
      // No limit of its own: whoever has a turn came earlier, and is cut earlier.
      await turns.take()
      const connection = takeIdle() ?? create()
      const cut = () => connection.close(signal.reason)
      signal.addEventListener('abort', cut)
      try {
        if (closed) throw failure('ECLOSED')
        if (!connection.isReady()) await connection.open()
        await work(connection)
      } finally {
        signal.removeEventListener('abort', cut)
        if (connection.isReady() && !closed) idle.push(connection)
        else connection.close()
        turns.pass()
      }
    },
    close(): void {
      closed = true
      for (const connection of idle.splice(0)) connection.close()
    },
  }
}

/** So many at a time; the others wait in the order in which they came. */
function createTurns(count: number) {
  const waiting: (() => void)[] = []
  let free = count

  return {
    async take(): Promise<void> {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
    },
    pass(): void {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    },
  }
}
