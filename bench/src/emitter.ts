import { createContext } from '../../server/src/context.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { createOutbound } from '../../server/src/outbound/outbound.ts'
import { createQueue } from '../../server/src/queue/queue.ts'
import { emitEvents } from '../../server/src/webhooks/emit.ts'
import { deliveredEvent } from './delivered-event.ts'

export type Emitter = {
  /** All of them in one transaction: their deliveries are there at one moment. */
  emit: (businessIds: string[]) => Promise<void>
  close: () => Promise<void>
}

const largestSet = 500

/** Events as the service itself writes them, with their deliveries and jobs, but without what would have caused them. */
export function createEmitter(databaseUrl: string): Emitter {
  const db = openDatabase({ url: databaseUrl, poolSize: 2, onIdleError: () => undefined })
  const outbound = createOutbound({ policy: { allowCidrs: [], exact: [] }, certificateAuthority: null })
  // An event needs none of these, but a context is whole.
  const settings = { secretKey: Buffer.alloc(32), shard: '00', publicUrl: 'http://127.0.0.1' }
  const context = createContext(db, createQueue(db), outbound, settings)
  return {
    emit: (businessIds) =>
      db.transaction(async (tx) => {
        for (let from = 0; from < businessIds.length; from += largestSet)
          await emitEvents(context, tx, businessIds.slice(from, from + largestSet).map(deliveredEvent))
      }),
    async close() {
      await outbound.close()
      await db.close()
    },
  }
}
