import { type Html, html } from '../../html.ts'
import { formatId } from '../../ids.ts'
import { emptyState, linkButton, moment, pageHead, table, tag } from '../../pages/components.ts'
import type { ShopAuditRow } from './audit.sql.ts'
import { auditSentence } from './audit-sentences.ts'

const none: Html = { markup: '' }

/** Who changed what and when, on both sides, newest first. */
export const auditPage = (page: { path: string; rows: ShopAuditRow[]; isFirst: boolean; hasOlder: boolean }): Html => {
  const { path, rows, isFirst, hasOlder } = page
  const last = rows.at(-1)
  return html`${pageHead({
    title: 'Audit log',
    lead: 'What people changed in this shop, on both sides, newest first. Nothing is removed from it; the address of a customer is, when the customer is erased.',
    trail: [{ label: 'People', href: `${path}/members` }],
  })}
${
  rows.length === 0
    ? emptyState({
        title: isFirst ? 'Nothing was changed yet' : 'There is nothing older',
        text: 'Each change that a person makes in the dashboard, and each change by an operator, is listed here.',
      })
    : table({ caption: 'Changes', head: ['When', 'Who', 'What'], rows: rows.map(entryRow) })
}
${hasOlder && last !== undefined ? linkButton({ label: 'Older', href: `${path}/audit?after=${formatId('aud', last.id)}` }) : none}`
}

const entryRow = (row: ShopAuditRow): Html =>
  html`<tr><td>${moment(row.at, 'second')}</td><td>${row.actorName} ${
    row.actorKind === 'operator' ? tag('warn', 'Operator') : html`<span class="small soft">${row.actorRole}</span>`
  }</td><td>${auditSentence(row)}${row.isTest ? html` ${tag('info', 'Test side')}` : none}</td></tr>`
