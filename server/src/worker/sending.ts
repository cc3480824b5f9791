import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Submission } from '../channels/channel.ts'
import type { Context } from '../context.ts'
import { describeError, isLockTimeout, isUnavailable } from '../db/faults.ts'
import { lane } from '../db/lane.ts'
import { showId } from '../ids.ts'
import { metrics } from '../metrics.ts'
import { recordSubmissions, type Submitted } from '../nudges/record-outcome.ts'
import type { Channel } from '../nudges/states.ts'
import type { TakenJob } from '../queue/queue.ts'
import { type Begin, startTaking, type Taking } from './taking.ts'

/** What a nudge that may go out is known by, whatever its channel. */
type Going = { id: string; businessId: string; messageId: string; attempt: number }

/** More than a provider's connections, so that these are never idle while the database is asked. */
const mostUnderWay = 500
const largestSettledSet = 200

/** One channel's way of sending: which of the jobs in hand may go, and for each of those how it goes and is settled. */
export type Sender = { channel: Channel; begin: Begin }

/** The nudges of one channel, from the queue to what the provider answered. */
export const startSending = (context: Context, log: Logger, { channel, begin }: Sender): Taking =>
  startTaking(context, log, `nudges.${channel}`, mostUnderWay, begin)

export function createSender<G extends Going>(
  context: Context,
  log: Logger,
  channel: Channel,
  dispatch: (taken: TakenJob[]) => Promise<G[]>,
  submit: (nudge: NoInfer<G>) => Promise<Submission>,
): Sender {
  const settle = lane(largestSettledSet, settleEach)

  /** Says of each whether it is stored. Those whose nudge somebody else holds, such as an erasure, are not, and delay nobody else. */
  async function settleEach(answers: Submitted[]): Promise<boolean[]> {
    try {
      const held = await recordSubmissions(context, answers)
      return answers.map(({ id }) => !held.has(id))
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (answers.length === 1) return [false]
      const stored: boolean[] = []
      for (const answer of answers) stored.push(...(await settleEach([answer])))
      return stored
    }
  }

  async function submitOne(nudge: G): Promise<void> {
    const started = performance.now()
    const submission = await submit(nudge).catch((error: unknown): Submission => {
      log.error({ nudge_id: nudge.id, error: describeError(error) }, 'a nudge could not be submitted')
      // A bug, and nobody knows at which point: the provider may have it.
      return { outcome: 'unknown', detail: 'fault' }
    })
    await storeAnswer({ id: nudge.id, channel, attempt: nudge.attempt, submission })
    metrics.submissions.inc({ channel, outcome: submission.outcome })
    log.info(
      {
        nudge_id: nudge.id,
        message_id: showId('msg', nudge.messageId),
        business_id: showId('biz', nudge.businessId),
        channel,
        attempt: nudge.attempt,
        ...(submission.outcome === 'accepted' ? { outcome: submission.outcome } : submission),
        milliseconds: Math.round((performance.now() - started) * 100) / 100,
      },
      'nudge',
    )
  }

  /** However long the database is away or the nudge is held, because the provider cannot be asked again. */
  async function storeAnswer(answer: Submitted): Promise<void> {
    for (let pause = 100; ; pause = Math.min(pause * 2, 2_000)) {
      try {
        if (await settle(answer)) return
      } catch (error) {
        if (!isUnavailable(error)) throw error
        log.warn({ nudge_id: answer.id, error: describeError(error) }, 'an answer could not be stored yet')
      }
      await sleep(pause)
    }
  }

  return {
    channel,
    async begin(taken) {
      const going = await dispatch(taken)
      return new Map(going.map((nudge) => [nudge.id, () => submitOne(nudge)]))
    },
  }
}
