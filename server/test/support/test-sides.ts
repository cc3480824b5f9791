import { onTestFinished } from 'vitest'
import type { Channel } from '../../src/channels/registry.ts'
import type { Submission } from '../../src/channels/submission.ts'
import { type Context, createContext } from '../../src/context.ts'
import { type Dispatched, dispatch } from '../../src/nudges/dispatch.ts'
import { emailDispatch } from '../../src/nudges/dispatch-email.ts'
import { paidDispatch } from '../../src/nudges/dispatch-paid.ts'
import { createOutbound } from '../../src/outbound/outbound.ts'
import { createQueue, type TakenJob } from '../../src/queue/queue.ts'
import { createTestChannels } from '../../src/test-side/provider.ts'
import { recordTestSubmissions } from '../../src/test-side/record-test-submissions.ts'
import { silentLog } from './silent-log.ts'
import type { TestService } from './test-service.ts'

/** The context of a service without a worker, so that a test runs the steps of a worker itself. */
export function contextOf(service: Pick<TestService, 'db' | 'config'>): Context {
  const context = liveContextOf(service)
  return { ...context, queue: context.testQueue }
}

/** The same with the queues of live businesses. */
export function liveContextOf({ db, config }: Pick<TestService, 'db' | 'config'>): Context {
  const outbound = createOutbound({ policy: { allowCidrs: [], exact: [] }, certificateAuthority: null })
  onTestFinished(() => outbound.close())
  return createContext(db, createQueue(db), outbound, silentLog, config)
}

/** Submits all queued nudges to the built-in provider, as the workers of test sides do, until none is queued. */
export async function sendAll(context: Context): Promise<void> {
  for (const channel of ['email', 'sms', 'whatsapp'] as const) {
    const jobs = await context.queue.take(`nudges.${channel}`)
    for (const [businessId, group] of Map.groupBy(jobs, (job) => job.businessId)) {
      const submitted = await submitJobs(context, channel, businessId, group)
      await recordTestSubmissions(context, channel, submitted)
    }
    if (jobs.length > 0) await sendAll(context)
  }
}

export async function submitJobs(
  context: Context,
  channel: Channel,
  businessId: string,
  jobs: TakenJob[],
): Promise<{ item: Dispatched<{ to: string }>; result: Submission }[]> {
  const { email, paid } = createTestChannels(context, businessId)
  if (channel === 'email') {
    const items = await dispatch(context, emailDispatch, jobs)
    return Promise.all(items.map(async (item) => ({ item, result: await email.submit(item.message) })))
  }
  const { submit, senderFor } = paid.get(channel)!
  const items = await dispatch(context, paidDispatch(channel, senderFor), jobs)
  return Promise.all(items.map(async (item) => ({ item, result: await submit(item.message) })))
}
