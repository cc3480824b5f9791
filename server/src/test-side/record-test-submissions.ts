import type { Channel } from '../channels/registry.ts'
import type { Submission } from '../channels/submission.ts'
import type { Context } from '../context.ts'
import type { Dispatched } from '../nudges/dispatch.ts'
import { recordSubmissions } from '../nudges/record-outcome.ts'
import { receiveInbound } from '../replies/receive.ts'
import { personaOf } from './personas.decide.ts'
import { testPlatformId } from './provider.ts'

type TestSubmission = { item: Dispatched<{ to: string }>; result: Submission }

/**
 * Records the results of submissions to the built-in provider together with the delivery reports that follow, in one
 * transaction, so that a process that ends cannot lose a report. Then the recipients reply. Returns the nudges that another
 * transaction has locked, as `recordSubmissions` does. Repeating it has no further effect.
 */
export async function recordTestSubmissions(
  context: Context,
  channel: Channel,
  submitted: TestSubmission[],
): Promise<ReadonlySet<string>> {
  const followed = submitted.map(({ item, result }) => ({
    item,
    result,
    ...followUps(channel, item.message.to, result),
  }))
  const locked = await recordSubmissions(
    context,
    followed.map(({ item: { id, attempt, trace }, result, reports }) => ({
      id,
      channel,
      attempt,
      submission: result,
      reports,
      trace,
    })),
  )
  for (const { item, reply } of followed)
    if (channel !== 'email' && reply !== null && !locked.has(item.id))
      await receiveInbound(
        context,
        { provider: 'test', channel, senderFor: null },
        {
          providerId: item.id,
          from: item.message.to,
          to: '',
          text: reply,
          inReplyTo: testPlatformId(item.id),
        },
      )
  return locked
}

/** Nothing follows a submission that was not accepted, or whose response was lost. */
function followUps(channel: Channel, to: string, { outcome }: Submission) {
  const { reports, reply } = personaOf(channel, to)
  return outcome === 'accepted' ? { reports, reply } : { reports: [], reply: null }
}
