import { pino } from 'pino'
import { afterAll } from 'vitest'
import { openChannels } from '../../src/channels/open.ts'
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
 * A service without a worker, and what a worker is made of beside it: nothing is promoted, taken or submitted but by a command,
 * so that a sequence goes the same way every time.
 */
export type ModelService = TestService & {
  /** Where recipients reach the inbox. */
  inbox: Client['call']
  context: Context
  workers: { channel: Channel; begin: Begin }[]
  /** Makes room for another sequence, and answers which it is. Sequences of one world follow each other, because they share its clock. */
  clear: () => Promise<number>
  /** Moves the clock on. */
  advance: (minutes: number) => Promise<void>
}

export async function createModelService(): Promise<ModelService> {
  const world = await createTestService({ role: 'api' })
  for (const [status, state] of Object.entries(templates))
    await world.operator('PUT', `/whatsapp-templates/${status}`, { state })
  const outbound = createOutbound({ policy: { allowCidrs: [], exact: [] }, certificateAuthority: null })
  const context: Context = {
    ...createContext(world.db, createQueue(world.db), outbound, world.config),
    // No jitter, so that the model knows when a retry is due.
    randomBytes: (count) => Buffer.alloc(count),
  }
  const log = pino({ level: 'silent' })
  const channels = openChannels(world.config, context)
  const web = await startService({ ...world.config, port: 0 }, 'web', log)
  afterAll(async () => {
    await web.stop()
    await channels.close()
    await outbound.close()
  })
  let sequences = 0
  let minutes = 0
  return {
    ...world,
    inbox: createClient(web.url, world.operatorToken).call,
    context,
    workers: mapChannels(context, channels, (channel, work) => ({ channel, begin: beginWork(log, work) })),
    async clear() {
      await world.db.all(layToRest)
      await world.db.all(dropJobs)
      await moveDevelopmentClock(world.db, -minutes * 60)
      minutes = 0
      await fetch(`${world.simulator.url}/reset`, { method: 'POST' })
      await world.simulator.reports('manual')
      return sequences++
    },
    async advance(more) {
      await moveDevelopmentClock(world.db, more * 60)
      minutes += more
    },
  }
}

/** What a sequence before this one left waiting would come due in the middle of it. */
const layToRest = statement<null>(
  'model.lay_to_rest',
  `update nudges set state = 'cancelled', due_at = null, check_at = null where state in ('waiting', 'queued') or check_at is not null`,
)
const dropJobs = statement<null>('model.drop_jobs', `delete from queue.job where name like 'nudges.%'`)
