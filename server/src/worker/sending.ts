import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Submission } from '../channels/channel.ts'
import type { EmailChannel } from '../channels/email/email.ts'
import type { Context } from '../context.ts'
import { describeError, isUnavailable } from '../db/faults.ts'
import { lane } from '../db/lane.ts'
import { showId } from '../ids.ts'
import { metrics } from '../metrics.ts'
import { dispatchEmails, type GoingEmail } from '../nudges/dispatch.ts'
import { type Answered, settleAnswers } from '../nudges/settle.ts'
import { largestTake, type TakenNudge } from '../queue/queue.ts'

/** More than the provider's connections, so that these are never idle while the database is asked. */
const mostUnderWay = 500
const idleMilliseconds = 500
/** While sends are under way a business may have used up its share for a moment: then there is soon more to take. */
const busyMilliseconds = 25
const keepEveryMilliseconds = 3_000
const largestSettledSet = 200

/**
 * Takes nudges from the queue as long as there is room, and lets go of each on its own: a provider that leaves one unanswered
 * holds up that one. What a provider answered is stored however long the database is away, because it cannot be asked again.
 */
export function startSendingEmails(
  context: Context,
  { submit }: EmailChannel,
  log: Logger,
): { stop: () => Promise<void> } {
  const underWay = new Map<string, Promise<void>>()
  const settle = lane(largestSettledSet, async (answers: Answered[]) => {
    await settleAnswers(context, answers)
    return answers.map(() => undefined)
  })
  const stopping = new AbortController()
  let onRoom = (): void => undefined
  const room = (): Promise<void> => new Promise((resolve) => (onRoom = resolve))

  async function take(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (underWay.size > mostUnderWay - largestTake) {
        await room()
        continue
      }
      const taken = await context.queue.takeNudges('email').catch((error: unknown) => {
        log.error({ error: describeError(error) }, 'nudges could not be taken')
        return []
      })
      // One that is under way here already was thought lost while the database was away. It is not.
      const fresh = taken.filter(({ id }) => !underWay.has(id))
      if (fresh.length > 0) send(fresh)
      else await context.queue.untilAnnounced(underWay.size > 0 ? busyMilliseconds : idleMilliseconds)
    }
  }

  function send(taken: TakenNudge[]): void {
    const dispatched = dispatch(taken)
    for (const { id } of taken) {
      const done = dispatched
        .then((going) => going.get(id))
        .then((nudge) => nudge && submitOne(nudge))
        .finally(() => {
          underWay.delete(id)
          onRoom()
        })
      underWay.set(id, done)
    }
  }

  async function dispatch(taken: TakenNudge[]): Promise<Map<string, GoingEmail>> {
    try {
      return new Map((await dispatchEmails(context, taken)).map((nudge) => [nudge.id, nudge]))
    } catch (error) {
      // Nobody keeps them any more, so in ten seconds they are given to somebody who can.
      log.error({ nudges: taken.length, error: describeError(error) }, 'nudges could not be dispatched')
      return new Map()
    }
  }

  async function submitOne(nudge: GoingEmail): Promise<void> {
    const started = performance.now()
    const submission = await submit(nudge).catch((error: unknown): Submission => {
      log.error({ nudge_id: nudge.id, error: describeError(error) }, 'a nudge could not be submitted')
      // A bug, and nobody knows at which point: the provider may have it.
      return { outcome: 'unknown', detail: 'fault' }
    })
    await keepTrying({ id: nudge.id, channel: 'email', submission })
    metrics.submissions.inc({ channel: 'email', outcome: submission.outcome })
    log.info(
      {
        nudge_id: nudge.id,
        message_id: showId('msg', nudge.messageId),
        business_id: showId('biz', nudge.businessId),
        channel: 'email',
        attempt: nudge.attempt,
        ...submission,
        milliseconds: Math.round((performance.now() - started) * 100) / 100,
      },
      'nudge',
    )
  }

  async function keepTrying(answer: Answered): Promise<void> {
    for (let pause = 100; ; pause = Math.min(pause * 2, 2_000)) {
      try {
        return await settle(answer)
      } catch (error) {
        log.error({ nudge_id: answer.id, error: describeError(error) }, 'an answer could not be stored')
        if (!isUnavailable(error)) return
        await sleep(pause)
      }
    }
  }

  const keeping = setInterval(() => {
    context.queue.keepNudges('email', [...underWay.keys()]).catch((error: unknown) => {
      log.warn({ error: describeError(error) }, 'nudges could not be kept')
    })
  }, keepEveryMilliseconds)
  const taking = take()

  return {
    async stop() {
      stopping.abort()
      context.queue.announce()
      await taking
      await Promise.all(underWay.values())
      clearInterval(keeping)
    },
  }
}
