import { type Html, html } from '../../html.ts'
import { formatId } from '../../ids.ts'
import { type NoticeText, noticeText } from '../../notices/notice-texts.ts'
import type { NoticeOfShop } from '../../notices/sql.ts'
import {
  actForm,
  actions,
  card,
  emptyState,
  linkButton,
  moment,
  pageHead,
  stack,
  submitButton,
  tag,
} from '../../pages/components.ts'
import { pager } from '../../pages/lists.ts'
import { recipientPath } from '../recipients/recipient-path.ts'
import { type NoticeFacts, resolution } from './resolved.decide.ts'

type NoticesPage = {
  shopPath: string
  notices: NoticeOfShop[]
  /** Whether the causes of the notices are gone. */
  facts: NoticeFacts
  /** Notices that are newer have not been seen by the person. Null: they are no member, or this is their first look. */
  seenAt: Date | null
  /** Null: the person may not erase. `once` makes a new idempotency key. */
  erase: { csrf: string; once: () => string } | null
  /** The cursor of the next page. */
  next: string | null
  isFirst: boolean
}

export const noticesPage = (page: NoticesPage): Html => html`${pageHead({
  title: 'Notices',
  lead: 'What the service found that a person of this shop must know or decide. Those who can act on it also get an email.',
})}
${
  page.notices.length === 0
    ? emptyState({
        icon: 'check',
        title: page.isFirst ? 'No notices' : 'There are no older notices',
        text: 'Nothing has happened that needs anyone. Failing endpoints, quotas, changes of keys and requests of customers appear here.',
      })
    : stack(page.notices.map((notice) => noticeCard(page, notice)))
}
${pages(page)}`

function pages({ shopPath, next, isFirst }: NoticesPage): Html {
  if (next === null && isFirst) return html``
  return pager({
    text: 'Newest first',
    ...(next !== null && { olderHref: `${shopPath}/notices?after=${next}` }),
    ...(!isFirst && { newerHref: `${shopPath}/notices` }),
  })
}

function noticeCard(page: NoticesPage, notice: NoticeOfShop): Html {
  const { kind, detail, at, recipientEmail } = notice
  const text =
    noticeText(kind, { ...detail, recipient_email: recipientEmail, at: at.toISOString() }) ?? doneText(notice)
  const isNew = page.seenAt !== null && at > page.seenAt
  const resolved = resolution(notice, page.facts)
  return card({
    title: text.title,
    actions: actions(
      html`${isNew ? tag('info', 'New') : html``}${resolved === null ? html`` : tag('good', 'Resolved', 'check')}${moment(at)}`,
    ),
    body: html`${resolved === null || resolved === '' ? html`` : html`<p><strong>${resolved}</strong></p>`}${text.paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}${whatToDo(page, notice, text)}`,
  })
}

/** A request to be erased of someone who is not stored any more. */
const doneText = ({
  kind,
}: NoticeOfShop): Pick<NoticeText, 'title' | 'paragraphs'> & { action?: NoticeText['action'] } =>
  kind === 'erasure_requested'
    ? {
        title: 'A customer asked to be erased',
        paragraphs: ['Done: nothing about this customer is stored here any more.'],
      }
    : {
        title: 'A notice of a later release',
        paragraphs: ['This page shows it when the upgrade of the service has ended.'],
      }

function whatToDo(
  { shopPath, erase }: NoticesPage,
  { kind, recipientId, recipientEmail }: NoticeOfShop,
  { action }: { action?: NoticeText['action'] },
): Html {
  if (action === undefined) return html``
  if (kind !== 'erasure_requested')
    return html`<div class="actions">${linkButton({ label: action.label, href: shopPath + action.path })}</div>`
  const person = recipientPath({ path: shopPath }, recipientId!)
  const see = linkButton({ label: 'See the customer', href: person })
  if (erase === null) return html`<div class="actions">${see}</div>`
  return html`<div class="actions">${see}${actForm({
    action: `${person}/erase`,
    csrf: erase.csrf,
    once: erase.once(),
    from: `${shopPath}/notices`,
    content: html`<input type="hidden" name="address" value="${recipientEmail!}">${submitButton({ label: 'Erase everything about this customer', kind: 'danger' })}`,
  })}</div><p class="small soft">Deletes messages, sends, events, replies, number and consent at once, and shows the receipt. This cannot be reversed.</p>`
}

/** The cursor of a notice. */
export const noticeCursor = ({ id }: Pick<NoticeOfShop, 'id'>): string => formatId('ntc', id)
