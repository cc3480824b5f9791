import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { createContext } from './context.ts'
import { openDatabase } from './db/database.ts'
import { describeError } from './db/faults.ts'
import type { Operation } from './http/operation.ts'
import { merchantOperations } from './http/operations.ts'
import { operatorOperations } from './http/operator-operations.ts'
import { healthPages, interfacePages } from './http/pages.ts'
import { createEdge } from './http/server.ts'
import { createQueue } from './queue/queue.ts'
import { startUpkeep } from './worker/upkeep-timer.ts'

export type Role = 'all' | 'api' | 'worker'
export type Service = {
  url: string
  /** Finishes what is under way, then lets go of everything. */
  stop: () => Promise<void>
}

/** One process of the service. A worker listens too, but only its health is asked there. Extra rows are development's. */
export async function startService(
  config: Config,
  role: Role,
  log: Logger,
  extraOperations: Operation[] = [],
): Promise<Service> {
  const db = openDatabase({
    url: config.databaseUrl,
    poolSize: config.poolSize,
    onIdleError: (error) => log.warn({ error: describeError(error) }, 'an idle database connection broke'),
  })
  const context = createContext(db, createQueue(db), config.secretKey, config.shard)
  const upkeep = await startUpkeep(db, log, role !== 'api')

  let stopping = false
  const operations = role === 'worker' ? [] : [...merchantOperations, ...operatorOperations, ...extraOperations]
  const pages = [...healthPages(db, () => stopping), ...(role === 'worker' ? [] : interfacePages(operations))]
  const edge = createEdge({ context, log, operatorToken: config.operatorToken, operations, pages })
  await new Promise<void>((resolve, reject) => edge.once('error', reject).listen(config.port, config.host, resolve))

  return {
    url: `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${(edge.address() as AddressInfo).port}`,
    async stop() {
      stopping = true
      const drained = new Promise<void>((resolve) => edge.close(() => resolve()))
      const hard = setTimeout(() => edge.closeAllConnections(), config.drainSeconds * 1000)
      await drained
      clearTimeout(hard)
      await upkeep.stop()
      await db.close()
    },
  }
}
