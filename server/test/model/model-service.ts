import { pino } from 'pino'
import { afterAll } from 'vitest'
import { createChannels } from '../../src/channels/create-channels.ts'
import type { Channel } from '../../src/channels/registry.ts'
import { type Context, createContext } from '../../src/context.ts'
import { moveDevelopmentClock } from '../../src/db/development-clock.ts'
import { statement } from '../../src/db/statement.ts'
import { createOutbound } from '../../src/outbound/outbound.ts'
import { createQueue } from '../../src/queue/queue.ts'
import { startService } from '../../src/service.ts'
import { mapChannels } from '../../src/worker/channel-workers.ts'
import type { Begin } from '../../src/worker/job-loop.ts'
import { beginWork } from '../../src/worker/run-queue.ts'
import { type Client, createClient } from '../support/client.ts'
import { createTestService, type TestService } from '../support/test-service.ts'
import { templates } from './refusals.ts'

/**
 * A service without a running worker, and the parts of a worker. Only commands queue, lease or submit nudges, so a sequence
 * has the same result every time.
 */
export type ModelService = TestService & {
  /** Calls the inbox, which recipients use. */
  inbox: Client['call']
  context: Context
  workers: { channel: Channel; begin: Begin }[]
  /** Prepares for the next sequence and returns its number. Sequences share the clock, so they must not overlap. */
  clear: () => Promise<number>
  /** Moves the clock forward. */
  advance: (minutes: number) => Promise<void>
}

export async function createModelService(): Promise<ModelService> {
  const service = await createTestService({ role: 'api' })
  for (const [status, state] of Object.entries(templates))
    await service.operator('PUT', `/whatsapp-templates/${status}`, { state })
  const outbound = createOutbound({ policy: { allowCidrs: [], exact: [] }, certificateAuthority: null })
  const log = pino({ level: 'silent' })
  const context: Context = {
    ...createContext(service.db, createQueue(service.db), outbound, log, service.config),
    // No jitter, so that the model can predict when a retry is due.
    randomBytes: (count) => Buffer.alloc(count),
  }
  const channels = createChannels(service.config, context)
  const web = await startService({ ...service.config, port: 0 }, 'web', log)
  afterAll(async () => {
    await web.stop()
    await channels.close()
    await outbound.close()
  })
  let sequences = 0
  let minutes = 0
  return {
    ...service,
    inbox: createClient(web.url, service.operatorToken).call,
    context,
    workers: mapChannels(context, channels, (channel, work) => ({ channel, begin: beginWork(log, work) })),
    async clear() {
      await service.db.all(cancelLeftovers)
      await service.db.all(dropJobs)
      await moveDevelopmentClock(service.db, -minutes * 60)
      minutes = 0
      await fetch(`${service.simulator.url}/reset`, { method: 'POST' })
      await service.simulator.reports('manual')
      return sequences++
    },
    async advance(more) {
      await moveDevelopmentClock(service.db, more * 60)
      minutes += more
    },
  }
}

/** Nudges that an earlier sequence left waiting would become due during the next one. */
const cancelLeftovers = statement<null>(
  'model.cancel_leftovers',
  `update nudges set state = 'cancelled', due_at = null, check_at = null where state in ('waiting', 'queued') or check_at is not null`,
)
const dropJobs = statement<null>('model.drop_jobs', `delete from queue.job where name like 'nudges.%'`)
