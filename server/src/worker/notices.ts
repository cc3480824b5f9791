import type { Logger } from 'pino'
import type { EmailChannel } from '../channels/email/email.ts'
import type { Context } from '../context.ts'
import { beginNotices, type NoticeMail } from '../notices/mail.ts'
import { startTaking, type Taking } from './taking.ts'

const mostUnderWay = 200

/** Tells owners what needs a hand. A mail that may pass later is left in the queue, and comes back in ten seconds. */
export function startTelling(context: Context, { submitPlain }: EmailChannel, log: Logger): Taking {
  async function tellOne(notice: NoticeMail): Promise<void> {
    const submission = await submitPlain(notice)
    log.info({ notice_id: notice.id, ...submission }, 'notice')
    if (submission.outcome === 'refused' && submission.mayPass) return
    await context.db.transaction((tx) => context.queue.finish(tx, 'notices', [notice.id]))
  }
  return startTaking(context, log, 'notices', mostUnderWay, async (taken) => {
    const mails = await beginNotices(context, taken)
    return new Map(mails.map((mail) => [mail.id, () => tellOne(mail)]))
  })
}
