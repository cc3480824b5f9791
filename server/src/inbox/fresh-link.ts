import type { Context } from '../context.ts'
import { readInboxToken, readTextToken } from '../inbox-tokens/tokens.ts'
import { tell } from '../notices/tell.ts'
import { askLink } from './fresh-link.sql.ts'
import type { Language } from './language.decide.ts'

/**
 * A link that is too old, or not, but was once given out by us: a fresh one goes by mail to whom it was for. Whoever asks is told
 * the same and waits as long, whether it goes or not: what is no link asks the database too, for nobody.
 */
export async function askForFreshLink(context: Context, link: string, language: Language): Promise<void> {
  const { db, deriveKey } = context
  const [byMail, byText] = [readInboxToken(deriveKey, link), readTextToken(deriveKey, link)]
  const { businessId, recipientId } = byMail ?? byText ?? { businessId: null, recipientId: null }
  await db.transaction(async (tx) => {
    const asked = await tx.one(askLink, { recipientId, businessId })
    if (asked === null) return
    const detail = { recipient_id: asked.recipientId, language }
    await tell(context, tx, [{ businessId: asked.businessId, kind: 'fresh_link', detail }])
  })
}
