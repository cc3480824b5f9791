import { createContext } from '../../server/src/context.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import type { SecretKeys } from '../../server/src/keyring.ts'
import { createOutbound } from '../../server/src/outbound/outbound.ts'
import { createQueue } from '../../server/src/queue/queue.ts'
import { emitEvents } from '../../server/src/webhooks/emit.ts'
import { deliveredEvent } from './delivered-event.ts'

export type Emitter = {
  /** Emits all events in one transaction, so that their deliveries become due at the same moment. */
  emit: (businessIds: string[]) => Promise<void>
  close: () => Promise<void>
}

const maxBatchSize = 500

/** Writes events with their deliveries and jobs as the service does, but without the nudges that normally cause them. */
export function createEmitter(databaseUrl: string): Emitter {
  const db = openDatabase({ url: databaseUrl, poolSize: 2, onIdleError: () => undefined })
  const outbound = createOutbound({ policy: { allowCidrs: [], exact: [] }, certificateAuthority: null })
  // Events use neither a log nor these settings, but a context requires them.
  const unusedLog = {} as never
  const secretKeys: SecretKeys = [{ id: '0', bytes: Buffer.alloc(32) }]
  const shards = { first: 0, count: 1 }
  const settings = {
    secretKeys,
    digestKey: Buffer.alloc(32),
    shards,
    publicUrl: 'http://127.0.0.1',
    emailFrom: '',
    whatsapp: null,
    openId: null,
    displayed: { groups: [], channels: [] },
  }
  const context = createContext(db, createQueue(db), outbound, unusedLog, settings)
  return {
    emit: (businessIds) =>
      db.transaction(async (tx) => {
        for (let from = 0; from < businessIds.length; from += maxBatchSize)
          await emitEvents(context, tx, businessIds.slice(from, from + maxBatchSize).map(deliveredEvent))
      }),
    async close() {
      await outbound.close()
      await db.close()
    },
  }
}
