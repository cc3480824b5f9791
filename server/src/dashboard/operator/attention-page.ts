import { type Html, html } from '../../html.ts'
import type { NamedOperator } from '../../operator-role.ts'
import { card, emptyState, linkButton, moment, note, pageHead, tag } from '../../pages/components.ts'
import { itemList } from '../../pages/lists.ts'
import { shopList } from '../people/home-page.ts'
import type { ShopOfPerson } from '../people/sql.ts'
import type { Finding, Target } from './health/health.decide.ts'
import { healthWords } from './health/health-words.ts'
import { noticeLine, noticeTarget, noticeWords, type OperatorNotice } from './notice-words.ts'
import { documentPath } from './paths.ts'
import { targetLabel, targetPath } from './targets.ts'

type AttentionPage = {
  publicUrl: string
  operator: NamedOperator
  findings: Finding[]
  notices: OperatorNotice[]
  /** By public id. */
  businessNames: ReadonlyMap<string, string>
  /** The shops of which the operator is a member. */
  shops: ShopOfPerson[]
}

export const attentionPage = (page: AttentionPage): Html => html`${pageHead({
  title: 'Needs attention',
  lead: 'What is wrong now, and what has happened. Each entry says what to do and leads to the page where it is done.',
})}
${
  page.findings.length === 0
    ? note(
        'good',
        'Nothing is wrong now',
        'A worker runs, no work is late, no provider refuses, and no shop is paused.',
      )
    : card({ title: 'What is wrong', body: itemList(page.findings.map((finding) => findingItem(page, finding))) })
}
${card({
  title: 'Newest notices',
  body:
    page.notices.length === 0
      ? emptyState({ icon: 'check', title: 'No notices', text: 'Nothing has happened that needs attention.' })
      : itemList(page.notices.map((notice) => noticeItem(page, notice))),
})}
${page.shops.length === 0 ? none : card({ title: 'Your own shops', body: shopList(page.shops) })}`

const none: Html = { markup: '' }
type Item = Parameters<typeof itemList>[0][number]

function findingItem({ publicUrl, operator }: AttentionPage, finding: Finding): Item {
  const { urgency, title, todo, since, target, symptom } = finding
  return {
    mark: urgency === 'now' ? tag('bad', 'Now') : tag('warn', 'Soon'),
    title: lines(title, todo),
    ...(since !== null && { detail: html`Since ${moment(since)}` }),
    end: links(documentPath(publicUrl, healthWords[symptom].documents[0].page), target, targetPath(target, operator)),
  }
}

const toneLabels = { info: 'To know', warn: 'Soon', bad: 'Now' } as const
function noticeItem({ publicUrl, operator, businessNames }: AttentionPage, notice: OperatorNotice): Item {
  const { tone, runbook } = noticeWords(notice)
  const target = noticeTarget(notice)
  const name = notice.business_id === null ? undefined : businessNames.get(notice.business_id)
  return {
    mark: tag(tone, toneLabels[tone]),
    title: noticeLine(notice),
    detail: html`${moment(new Date(notice.at))}${name === undefined ? '' : ` · ${name}`}`,
    end: links(runbook && documentPath(publicUrl, `runbooks/${runbook}`), target, targetPath(target, operator)),
  }
}

const lines = (title: string, todo: string): Html =>
  html`<strong>${title}</strong><br><span class="small soft">${todo}</span>`
/** Both say where they lead, because a list has many of them. */
const links = (document: string | undefined, target: Target, href: string | null): Html =>
  html`<span class="actions">${document === undefined ? none : linkButton({ label: document.includes('/docs/runbooks/') ? 'Runbook' : 'Guide', href: document, kind: 'quiet', size: 'small' })}${href === null ? none : linkButton({ label: targetLabel(target), href, size: 'small' })}</span>`
