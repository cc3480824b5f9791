import { type Html, html } from '../../html.ts'
import { card, emptyState, linkButton, moment, pageHead, tag } from '../../pages/components.ts'
import { itemList } from '../../pages/lists.ts'
import { shopList } from '../people/home-page.ts'
import type { ShopOfPerson } from '../people/sql.ts'
import { noticeLine, noticePath, noticeWords, type OperatorNotice } from './notice-words.ts'
import { runbookPath } from './paths.ts'

type AttentionPage = {
  publicUrl: string
  notices: OperatorNotice[]
  /** The shops of which the operator is a member. */
  shops: ShopOfPerson[]
}

export const attentionPage = ({ publicUrl, notices, shops }: AttentionPage): Html => html`${pageHead({
  title: 'Needs attention',
  lead: 'What the service has found that a person must decide. Each entry says what to do and leads to the page where it is done.',
})}
${card({
  title: 'Newest notices',
  body:
    notices.length === 0
      ? emptyState({ icon: 'check', title: 'No notices', text: 'Nothing has happened that needs attention.' })
      : itemList(notices.map((notice) => noticeItem(publicUrl, notice))),
})}
${shops.length === 0 ? html`` : card({ title: 'Your own shops', body: shopList(shops) })}`

const toneLabels = { info: 'To know', warn: 'Soon', bad: 'Now' } as const
function noticeItem(publicUrl: string, notice: OperatorNotice): Parameters<typeof itemList>[0][number] {
  const { tone, runbook } = noticeWords(notice)
  return {
    mark: tag(tone, toneLabels[tone]),
    title: noticeLine(notice),
    detail: html`${moment(new Date(notice.at))}${notice.business_id === null ? '' : html` · ${notice.business_id}`}`,
    end: html`<span class="actions">${runbook === undefined ? html`` : linkButton({ label: 'Runbook', href: runbookPath(publicUrl, runbook), kind: 'quiet', size: 'small' })}${linkButton({ label: 'Open', href: noticePath(notice), size: 'small' })}</span>`,
  }
}
