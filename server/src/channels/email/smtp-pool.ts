import type { Connection } from './smtp-connection.ts'
import { failure } from './smtp-reply.ts'

/**
 * Connections are reused for the next email, because opening one takes several round trips.
 *
 * The pool of the mail library cannot be used: it cannot remove an email from its queue. An email that timed out, and was
 * perhaps submitted again, would still be sent later.
 */
export function createPool(size: number, create: () => Connection) {
  const idle: Connection[] = []
  const semaphore = createSemaphore(size)
  let isClosed = false

  /** Returns the most recently used connection, so that surplus connections reach the idle timeout and close. */
  function takeIdle(): Connection | undefined {
    let connection = idle.pop()
    // The provider may have closed it in the meantime.
    while (connection?.isReady() === false) connection = idle.pop()
    return connection
  }

  return {
    /** When the signal aborts, the connection is closed and `work` rejects with the signal's reason. */
    async use(work: (connection: Connection) => Promise<void>, signal: AbortSignal): Promise<void> {
      // This wait needs no timeout: the emails that occupy the connections were submitted earlier, so they reach their timeout
      // earlier.
      await semaphore.acquire()
      const connection = takeIdle() ?? create()
      const abort = () => connection.close(signal.reason)
      signal.addEventListener('abort', abort)
      try {
        if (isClosed) throw failure('ECLOSED')
        if (!connection.isReady()) await connection.open()
        await work(connection)
      } finally {
        signal.removeEventListener('abort', abort)
        if (connection.isReady() && !isClosed) idle.push(connection)
        else connection.close()
        semaphore.release()
      }
    },
    close(): void {
      isClosed = true
      for (const connection of idle.splice(0)) connection.close()
    },
  }
}

/** A FIFO semaphore. */
function createSemaphore(count: number) {
  const waiting: (() => void)[] = []
  let free = count

  return {
    async acquire(): Promise<void> {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
    },
    release(): void {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    },
  }
}
