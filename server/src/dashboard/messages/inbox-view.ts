import type { Context } from '../../context.ts'
import { localeTexts } from '../../inbox/locales/locales.ts'
import { inboxPage } from '../../inbox/page.ts'
import { readInbox } from '../../inbox/read.ts'
import { styleOf } from '../../inbox/style.ts'
import { epochCount } from '../../inbox-tokens/tokens.ts'
import { framePolicy, withoutActions } from '../preview-frame.ts'
import type { MessageFacts } from './sql.ts'

/**
 * The inbox as the customer sees it after following the link of this message. The session exists only during this call, and the form
 * that records an open is left out, so that nothing is recorded.
 */
export async function inboxAsSeen(
  context: Context,
  facts: MessageFacts & { businessId: string; messageId: string },
): Promise<{ markup: string; policy: string } | null> {
  const { shard, businessId, recipientId, messageId, linkEpoch, now } = facts
  const expiresAt = new Date(now.getTime() + 60_000)
  const pass = {
    kind: 'mailbox' as const,
    shard,
    businessId,
    recipientId,
    messageId,
    epoch: linkEpoch % epochCount,
    expiresAt,
  }
  const view = await readInbox(context, pass, { isFirst: true })
  if (view === null) return null
  const { language, colour } = view.brand
  const page = inboxPage(localeTexts[language], { ...view, seenToken: null }, '')
  return { markup: withoutActions(page.markup), policy: framePolicy(styleOf(colour)) }
}
