import type { Logger } from 'pino'
import type { Channel } from '../channels/registry.ts'
import type { Submission } from '../channels/submission.ts'
import type { Context } from '../context.ts'
import type { Dispatched } from '../nudges/dispatch.ts'
import { createTestChannels } from '../test-side/provider.ts'
import { recordTestSubmissions } from '../test-side/record-test-submissions.ts'
import { describeNudge, emailWork, paidWork } from './channel-workers.ts'
import type { Worker } from './repeat.ts'
import { type QueueWork, runQueue } from './run-queue.ts'
import { acknowledgementWork, forwardWork, noticeWork } from './service-mail.ts'
import { nilBusiness, testSideWork } from './test-side-work.ts'
import { createTurns } from './turns.ts'
import { deliveryWork } from './webhooks.ts'

/** Runs the queues of test sides. Only webhooks leave the machine: everything else is submitted to the built-in provider. */
export function startTestSides(context: Context, log: Logger): Worker[] {
  const inTurn = createTurns()
  const run = <Item extends { id: string }, Result>(
    workOf: (side: Context, businessId: string) => QueueWork<Item, Result>,
  ): Worker => runQueue({ queue: context.testQueue }, log, testSideWork(context, log, inTurn, workOf))

  return [
    run((side, businessId) => withReports(side, 'email', emailWork(side, createTestChannels(side, businessId).email))),
    ...[...createTestChannels(context, nilBusiness).paid.keys()].map((channel) =>
      run((side, businessId) =>
        withReports(side, channel, paidWork(side, channel, createTestChannels(side, businessId).paid.get(channel)!)),
      ),
    ),
    run(deliveryWork),
    run((side, businessId) => noticeWork(side, 'test', createTestChannels(side, businessId).email)),
    run((side, businessId) => forwardWork(side, createTestChannels(side, businessId).email)),
    run((side, businessId) =>
      acknowledgementWork(side, createTestChannels(side, businessId).paid.get('whatsapp')!.acknowledge!),
    ),
  ]
}

/**
 * The built-in provider reports at once, so its reports are recorded with the results. Its submissions are not counted among those
 * to real providers.
 */
const withReports = <Message extends { to: string }>(
  side: Context,
  channel: Channel,
  work: QueueWork<Dispatched<Message>, Submission>,
): QueueWork<Dispatched<Message>, Submission> => ({
  ...work,
  record: (submitted) => recordTestSubmissions(side, channel, submitted),
  report: ({ item, result }, milliseconds) => describeNudge(channel, item, result, milliseconds),
})
