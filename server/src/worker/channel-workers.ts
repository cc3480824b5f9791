import type { Channels } from '../channels/create-channels.ts'
import type { EmailChannel } from '../channels/email/email.ts'
import type { PaidAdapter } from '../channels/paid-adapter.ts'
import type { Channel, PaidChannel } from '../channels/registry.ts'
import { type Submission, submissionLevel, withoutWords } from '../channels/submission.ts'
import type { Context } from '../context.ts'
import { formatId } from '../ids.ts'
import { metrics } from '../metrics.ts'
import { type Dispatched, type DispatchPolicy, dispatch } from '../nudges/dispatch.ts'
import { emailDispatch } from '../nudges/dispatch-email.ts'
import { paidDispatch } from '../nudges/dispatch-paid.ts'
import { recordSubmissions } from '../nudges/record-outcome.ts'
import type { NudgeRow } from '../nudges/row.ts'
import type { QueueWork } from './run-queue.ts'

/** Calls `use` with the queue work of each configured channel. */
export function mapChannels<T>(
  context: Context,
  { email, paid }: Pick<Channels, 'email' | 'paid'>,
  use: <Message>(channel: Channel, work: QueueWork<Dispatched<Message>, Submission>) => T,
): T[] {
  return [
    use('email', emailWork(context, email)),
    ...[...paid].map(([channel, adapter]) => use(channel, paidWork(context, channel, adapter))),
  ]
}

export const emailWork = (context: Context, { submit }: Pick<EmailChannel, 'submit'>) =>
  nudgeWork(context, emailDispatch, submit)
export const paidWork = (
  context: Context,
  channel: PaidChannel,
  { submit, senderFor }: Pick<PaidAdapter, 'submit' | 'senderFor'>,
) => nudgeWork(context, paidDispatch(channel, senderFor), submit)

/** The nudges of one channel, from the queue to the recorded result. */
const nudgeWork = <Row extends NudgeRow, Facts, Message>(
  context: Context,
  policy: DispatchPolicy<Row, Facts, Message>,
  submit: (message: NoInfer<Message>) => Promise<Submission>,
): QueueWork<Dispatched<Message>, Submission> => ({
  queue: `nudges.${policy.channel}`,
  concurrency: 500,
  prepare: (jobs) => dispatch(context, policy, jobs),
  submit: ({ message }) => submit(message),
  unknown: { outcome: 'unknown', detail: 'fault' },
  describeResult: withoutWords,
  record: (submitted) =>
    recordSubmissions(
      context,
      submitted.map(({ item: { id, attempt, trace }, result: submission }) => ({
        id,
        channel: policy.channel,
        attempt,
        submission,
        trace,
      })),
    ),
  retry: null,
  report: ({ item, result }, milliseconds) => reportNudge(policy.channel, item, result, milliseconds),
})

function reportNudge(channel: Channel, item: Dispatched<unknown>, submission: Submission, milliseconds: number) {
  metrics.submissions.inc({ channel, outcome: submission.outcome })
  return describeNudge(channel, item, submission, milliseconds)
}

export function describeNudge(
  channel: Channel,
  item: Dispatched<unknown>,
  submission: Submission,
  milliseconds: number,
) {
  const { id, messageId, businessId, attempt } = item
  return {
    level: submissionLevel(submission),
    line: 'nudge',
    fields: {
      nudge_id: id,
      message_id: formatId('msg', messageId),
      business_id: formatId('biz', businessId),
      channel,
      attempt,
      ...(submission.outcome === 'accepted' ? { outcome: submission.outcome } : withoutWords(submission)),
      milliseconds,
    },
  }
}
