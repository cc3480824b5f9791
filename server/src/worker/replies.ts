import type { Logger } from 'pino'
import type { Submission } from '../channels/channel.ts'
import type { EmailChannel } from '../channels/email/email.ts'
import type { Acknowledgement, WhatsAppChannel } from '../channels/whatsapp/whatsapp.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { describeError } from '../db/faults.ts'
import { showId } from '../ids.ts'
import type { TakenJob } from '../queue/queue.ts'
import { beginAcknowledging, rememberAcknowledged, takeBackAcknowledgement } from '../replies/acknowledge.ts'
import { beginForwarding, type ForwardMail, takeBackForward } from '../replies/forward.ts'
import { startTaking, type Taking } from './taking.ts'

/** Tells people that their reply arrived. */
export const startAcknowledging = (context: Context, log: Logger, { acknowledge }: WhatsAppChannel): Taking =>
  startHandingOver<Acknowledgement>(context, log, {
    queue: 'acknowledgements',
    line: 'acknowledgement',
    begin: beginAcknowledging,
    submit: acknowledge,
    takeBack: takeBackAcknowledgement,
    remember: rememberAcknowledged,
  })

/** Forwards replies to the owners of businesses. */
export const startForwarding = (context: Context, log: Logger, { submitPlain }: EmailChannel): Taking =>
  startHandingOver<ForwardMail>(context, log, {
    queue: 'forwards',
    line: 'forward',
    begin: beginForwarding,
    submit: submitPlain,
    takeBack: takeBackForward,
  })

const mostUnderWay = 200

/** What is done about a reply, at most once: `begin` marks it, and `takeBack` takes the mark away. */
type Errand<G> = {
  queue: 'acknowledgements' | 'forwards'
  /** What its line in the log is called. */
  line: string
  begin: (context: Context, taken: TakenJob[]) => Promise<G[]>
  submit: (going: G) => Promise<Submission>
  takeBack: (context: Context, going: G) => Promise<void>
  /** Where there is more to an answer than that it is the end. */
  remember?: (context: Context, tx: Transaction, going: G, answer: Submission) => void
}

/** What may pass later is left in the queue, and comes back in ten seconds. Whatever else was answered is the end of it. */
function startHandingOver<G extends { id: string; businessId: string }>(
  context: Context,
  log: Logger,
  { queue, line, begin, submit, takeBack, remember }: Errand<G>,
): Taking {
  async function handOver(going: G): Promise<void> {
    const started = performance.now()
    const submission = await submit(going).catch((error: unknown): Submission => {
      log.error({ reply_id: showId('rpl', going.id), error: describeError(error) }, `${line} could not be submitted`)
      // A bug, and nobody knows at which point: it may have been sent.
      return { outcome: 'unknown', detail: 'fault' }
    })
    log.info(
      {
        reply_id: showId('rpl', going.id),
        business_id: showId('biz', going.businessId),
        outcome: submission.outcome,
        ...(submission.outcome !== 'accepted' && { detail: submission.detail }),
        milliseconds: Math.round((performance.now() - started) * 100) / 100,
      },
      line,
    )
    if (submission.outcome === 'refused' && submission.mayPass) await takeBack(context, going)
    else
      await context.db.transaction((tx) => {
        remember?.(context, tx, going, submission)
        return context.queue.finish(tx, queue, [going.id])
      })
  }

  return startTaking(context, log, queue, mostUnderWay, async (taken) => {
    const going = await begin(context, taken)
    return new Map(going.map((one) => [one.id, () => handOver(one)]))
  })
}
