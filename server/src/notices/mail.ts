import type { Context } from '../context.ts'
import type { TakenJob } from '../queue/queue.ts'
import { takenNotices } from './sql.ts'
import { noticeWords } from './words.ts'

/** A mail to the owner of a business. */
export type NoticeMail = { id: string; to: string; subject: string; text: string; at: Date }

/** The notices in hand that have an owner to tell and words to tell it in. The others end here; the operator has them in the list. */
export async function beginNotices({ db, queue }: Context, taken: TakenJob[]): Promise<NoticeMail[]> {
  return db.transaction(async (tx) => {
    const rows = await tx.all(takenNotices, [taken.map(({ id }) => id)])
    const mails = rows.flatMap(({ id, kind, detail, contact_email: to, at }) => {
      const words = noticeWords(kind, detail)
      return to === null || words === null ? [] : [{ id, to, ...words, at }]
    })
    const going = new Set(mails.map(({ id }) => id))
    await queue.finish(
      tx,
      'notices',
      taken.map(({ id }) => id).filter((id) => !going.has(id)),
    )
    return mails
  })
}
