import type { PlainMail } from '../channels/email/compose-mail.ts'
import type { EmailChannel } from '../channels/email/email.ts'
import type { Acknowledgement } from '../channels/paid-adapter.ts'
import { isRetryable, type Submission, submissionLevel, withoutWords } from '../channels/submission.ts'
import type { Context } from '../context.ts'
import { takeDashboardMails } from '../dashboard/people/mails.ts'
import type { Transaction } from '../db/database.ts'
import { formatId } from '../ids.ts'
import { takeFreshLinks } from '../inbox/links.ts'
import type { Mode } from '../mode.ts'
import { type NoticeMail, noticeMails } from '../notices/mail.ts'
import { noticesOfMode } from '../notices/sql.ts'
import type { TakenJob } from '../queue/queue.ts'
import { beginAcknowledging, recordAcknowledgementIds, resetAcknowledging } from '../replies/acknowledge.ts'
import { beginForwarding, type ForwardEmail, resetForwarding } from '../replies/forward.ts'
import { publishNotices } from '../webhooks/publish-notices.ts'
import type { QueueWork, Submitted } from './run-queue.ts'

/** Emails of notices to live businesses or to test sides, and to their recipients who requested a new link. */
export const noticeWork = (
  context: Context,
  mode: Mode,
  { submitPlain }: EmailChannel,
): QueueWork<NoticeMail, Submission> => ({
  ...submitAtMostOnce<NoticeMail>(context, 'notices', {}),
  prepare: (jobs) => takeServiceMails(context, mode, jobs),
  submit: submitPlain,
  report: ({ item, result }) => ({
    level: submissionLevel(result),
    line: 'notice',
    fields: { notice_id: item.id, ...withoutWords(result) },
  }),
})

/** Confirms to recipients that their reply arrived. */
export const acknowledgementWork = (
  context: Context,
  acknowledge: (acknowledgement: Acknowledgement) => Promise<Submission>,
): QueueWork<Acknowledgement, Submission> => ({
  ...submitAtMostOnce<Acknowledgement>(context, 'acknowledgements', {
    record: (tx, submitted) => recordAcknowledgementIds(context, tx, submitted),
    release: (tx, items) => resetAcknowledging(context, tx, items),
  }),
  prepare: (jobs) => beginAcknowledging(context, jobs),
  submit: acknowledge,
  report: (submitted, milliseconds) => reportReply('acknowledgement', submitted, milliseconds),
})

/** Forwards replies to the owners of businesses. */
export const forwardWork = (context: Context, { submitPlain }: EmailChannel): QueueWork<ForwardEmail, Submission> => ({
  ...submitAtMostOnce<ForwardEmail>(context, 'forwards', { release: resetForwarding }),
  prepare: (jobs) => beginForwarding(context, jobs),
  submit: submitPlain,
  report: (submitted, milliseconds) => reportReply('forward', submitted, milliseconds),
})

/** Sign-in links and invitations of the dashboard. */
export const dashboardMailWork = (
  context: Context,
  { submitPlain }: EmailChannel,
): QueueWork<PlainMail, Submission> => ({
  ...submitAtMostOnce<PlainMail>(context, 'dashboard_mails', {}),
  prepare: (jobs) => takeDashboardMails(context, jobs),
  submit: submitPlain,
  report: ({ item, result }) => ({
    level: submissionLevel(result),
    line: 'dashboard_mail',
    fields: { mail_id: item.id, ...withoutWords(result) },
  }),
})

/** Notices of the other mode and those without an email end here; they are in the lists of notices. */
function takeServiceMails(context: Context, mode: Mode, taken: TakenJob[]): Promise<NoticeMail[]> {
  return context.db.transaction(async (tx) => {
    const ids = (await tx.all(noticesOfMode, { ids: taken.map(({ id }) => id), mode })).map(({ id }) => id)
    await publishNotices(context, tx, ids)
    const emails = [...(await noticeMails(context, tx, ids)), ...(await takeFreshLinks(context, tx, ids))]
    await context.queue.finishOthers(tx, 'notices', taken, emails)
    return emails
  })
}

/** What these queues have in common: an item is submitted at most once, and retries wait in the queue. */
function submitAtMostOnce<Item extends { id: string }>(
  { db, queue }: Context,
  name: 'notices' | 'acknowledgements' | 'forwards' | 'dashboard_mails',
  more: {
    record?: (tx: Transaction, submitted: Submitted<Item, Submission>[]) => void
    /** Removes the mark that the item may have been sent. */
    release?: (tx: Transaction, items: Item[]) => void
  },
): Pick<QueueWork<Item, Submission>, 'queue' | 'concurrency' | 'unknown' | 'describeResult' | 'record' | 'retry'> {
  const none: ReadonlySet<string> = new Set()
  return {
    queue: name,
    concurrency: 200,
    unknown: { outcome: 'unknown', detail: 'fault' },
    describeResult: withoutWords,
    async record(submitted) {
      await db.transaction(async (tx) => {
        more.record?.(tx, submitted)
        await queue.finish(tx, name, itemsOf(submitted))
      })
      return none
    },
    retry: {
      isNeeded: isRetryable,
      async store(submitted) {
        await db.transaction(async (tx) => {
          more.release?.(tx, itemsOf(submitted))
          await queue.retry(tx, name, itemsOf(submitted))
        })
        return none
      },
    },
  }
}

const itemsOf = <Item>(submitted: { item: Item }[]): Item[] => submitted.map(({ item }) => item)

const reportReply = (
  line: string,
  { item, result }: Submitted<{ id: string; businessId: string }, Submission>,
  milliseconds: number,
) => ({
  level: submissionLevel(result),
  line,
  fields: {
    reply_id: formatId('rpl', item.id),
    business_id: formatId('biz', item.businessId),
    outcome: result.outcome,
    ...(result.outcome !== 'accepted' && { detail: result.detail }),
    milliseconds,
  },
})
