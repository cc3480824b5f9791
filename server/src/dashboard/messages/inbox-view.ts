import type { Context } from '../../context.ts'
import { hashSource } from '../../html.ts'
import { localeTexts } from '../../inbox/locales/locales.ts'
import { inboxPage } from '../../inbox/page.ts'
import { readInbox } from '../../inbox/read.ts'
import { style } from '../../inbox/style.ts'
import { epochCount } from '../../inbox-tokens/tokens.ts'
import type { MessageFacts } from './sql.ts'

/** No scripts, no forms and no way out of the frame, which only our own pages may contain. */
const framed = ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'self'", 'sandbox']
export const inboxPolicy = [...framed, `style-src ${hashSource(style)}`].join('; ')
/** An email has its styles on its elements. */
export const emailPolicy = [...framed, "style-src 'unsafe-inline'"].join('; ')

/**
 * The inbox as the customer sees it after following the link of this message. The session exists only during this call, and the form
 * that records an open is left out, so that nothing is recorded.
 */
export async function inboxAsSeen(
  context: Context,
  facts: MessageFacts & { businessId: string; messageId: string },
): Promise<string | null> {
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
  return view && withoutActions(inboxPage(localeTexts.en, { ...view, seenToken: null }, '').markup)
}

/** The page with its scripts removed and its links as text: a reader of the frame must not leave it. */
export const withoutActions = (markup: string): string =>
  markup.replaceAll(/<script\b[\s\S]*?<\/script>/g, '').replaceAll(/<a\b([^>]*?)\shref="[^"]*"/g, '<a$1')
