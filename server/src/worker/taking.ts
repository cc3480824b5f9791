import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import { describeError } from '../db/faults.ts'
import { largestTake, type QueueName, type TakenJob } from '../queue/queue.ts'

export type Taking = { stop: () => Promise<void> }
/** What is to be done for each job in hand that is to be done at all. It must store what became of it and finish the job. */
export type Begin = (taken: TakenJob[]) => Promise<Map<string, () => Promise<void>>>

const idleMilliseconds = 500
/** While work is under way a group may have used up its share for a moment: then there is soon more to take. */
const busyMilliseconds = 25
const keepEveryMilliseconds = 3_000

/**
 * Takes jobs as long as there is room, a set at a time, and lets go of each on its own: one that is left waiting by the
 * outside world holds up that one.
 */
export function startTaking(
  { queue }: Context,
  log: Logger,
  name: QueueName,
  mostUnderWay: number,
  begin: Begin,
): Taking {
  const underWay = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  let onRoom = (): void => undefined
  const room = (): Promise<void> => new Promise((resolve) => (onRoom = resolve))

  async function take(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (underWay.size > mostUnderWay - largestTake) {
        await room()
        continue
      }
      const taken = await queue.take(name).catch((error: unknown) => {
        log.error({ queue: name, error: describeError(error) }, 'jobs could not be taken')
        return []
      })
      // One that is under way here already was thought lost while the database was away. It is not.
      const fresh = taken.filter(({ id }) => !underWay.has(id))
      if (fresh.length > 0) work(fresh)
      else await queue.untilAnnounced(underWay.size > 0 ? busyMilliseconds : idleMilliseconds)
    }
  }

  function work(taken: TakenJob[]): void {
    const begun = begin(taken).catch((error: unknown) => {
      // Nobody keeps them any more, so in ten seconds they are given to somebody who can.
      log.error({ queue: name, jobs: taken.length, error: describeError(error) }, 'jobs could not be begun')
      return new Map<string, () => Promise<void>>()
    })
    for (const { id } of taken) underWay.set(id, finish(id, begun))
  }

  async function finish(id: string, begun: ReturnType<Begin>): Promise<void> {
    try {
      await (await begun).get(id)?.()
    } catch (error) {
      log.error({ queue: name, job: id, error: describeError(error) }, 'a job could not be done')
    }
    underWay.delete(id)
    onRoom()
  }

  const keeping = setInterval(() => {
    queue.keep(name, [...underWay.keys()]).catch((error: unknown) => {
      log.warn({ queue: name, error: describeError(error) }, 'jobs could not be kept')
    })
  }, keepEveryMilliseconds)
  const taking = take()

  return {
    async stop() {
      stopping.abort()
      queue.announce()
      await taking
      await Promise.all(underWay.values())
      clearInterval(keeping)
    },
  }
}
