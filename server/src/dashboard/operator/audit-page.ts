import { auditActions } from '../../audit/actions.ts'
import type { AuditEntry } from '../../audit/list-audit.ts'
import { type Html, html } from '../../html.ts'
import {
  card,
  codeWord,
  emptyState,
  field,
  linkButton,
  moment,
  pageHead,
  select,
  stack,
  submitButton,
  table,
  tag,
} from '../../pages/components.ts'
import { inlineForm } from '../../pages/fields.ts'
import { pager } from '../../pages/lists.ts'
import { formatDay } from '../day.decide.ts'
import { auditSentence } from '../people/audit-sentences.ts'
import { type AuditFilter, formatAuditFilter } from './audit-filter.decide.ts'
import { auditPath, businessPath } from './paths.ts'

type AuditPage = {
  filter: AuditFilter
  entries: AuditEntry[]
  /** The names of the businesses of the entries, by id. */
  names: ReadonlyMap<string, string>
  /** The cursor of the next page. */
  next: string | null
  isFirst: boolean
}
export const operatorAuditPage = (page: AuditPage): Html => {
  const { filter, entries, next, isFirst } = page
  return html`${pageHead({
    title: 'Audit log',
    lead: 'What operators changed, and people in the dashboard, newest first. No row is changed or removed; data of a customer is cleared when the customer is erased.',
    actions: linkButton({
      label: 'Export as CSV',
      href: addressOf(`${auditPath}/log.csv`, formatAuditFilter(filter)),
      icon: 'document',
    }),
  })}
${card({ body: filterForm(filter), footer: 'The export has all rows of this filter, without data of customers.' })}
${entries.length === 0 ? nothing(next) : entryTable(page)}
${entries.length === 0 && next === null && isFirst ? none : pages(filter, next, isFirst, entries)}`
}

const none: Html = { markup: '' }
const addressOf = (path: string, query: Record<string, string>): string => {
  const text = new URLSearchParams(query).toString()
  return text === '' ? path : `${path}?${text}`
}

/** Names of operations as words: `grantCredits` is Grant credits. */
const actionLabel = (action: string): string => {
  const words = action.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words[0]!.toUpperCase() + words.slice(1)
}
const actionOptions = auditActions
  .map((value) => ({ value, label: actionLabel(value) }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))

const filterForm = ({ businessId, who, action, from, to }: AuditFilter): Html =>
  html`<form action="${auditPath}" role="search" aria-label="Filter the audit log">${stack(
    [
      inlineForm([
        field({ label: 'Business', name: 'business', value: businessId ?? '', placeholder: 'biz_…' }),
        field({ label: 'Who', name: 'who', value: who ?? '', placeholder: 'Name of an operator, opr_… or per_…' }),
        select({
          label: 'What',
          name: 'action',
          value: action ?? '',
          options: [{ value: '', label: 'Anything' }, ...actionOptions],
        }),
      ]),
      inlineForm([
        field({ label: 'From', name: 'from', type: 'date', value: formatDay(from) }),
        field({ label: 'To', name: 'to', type: 'date', value: formatDay(to) }),
        submitButton({ label: 'Apply' }),
      ]),
    ],
    'tight',
  )}</form>`

const nothing = (next: string | null): Html =>
  next === null
    ? emptyState({
        icon: 'search',
        title: 'No change was found',
        text: html`Remove a part of the filter. A name must be that of an operator, exactly as it is shown. <a href="${auditPath}">Show all changes</a>`,
      })
    : emptyState({
        icon: 'search',
        title: 'Nothing in this part of the log',
        text: 'The newest 1,000 rows of it have no such change. Continue with older ones.',
      })

const pages = (filter: AuditFilter, next: string | null, isFirst: boolean, entries: AuditEntry[]): Html => {
  const query = formatAuditFilter(filter)
  return pager({
    text: entries.length === 0 ? 'Days are those of UTC' : 'Newest first, days are those of UTC',
    ...(next !== null && { olderHref: addressOf(auditPath, { ...query, after: next }) }),
    ...(!isFirst && { newerHref: addressOf(auditPath, query) }),
  })
}

const entryTable = ({ entries, names }: AuditPage): Html =>
  table({
    caption: 'Changes, newest first',
    head: ['When', 'Who', 'What', 'Business'],
    rows: entries.map((entry) => entryRow(entry, names)),
  })

const entryRow = (entry: AuditEntry, names: AuditPage['names']): Html =>
  html`<tr><td>${moment(new Date(entry.at), 'second')}</td><td>${whoOf(entry)}</td><td>${auditSentence({ ...entry, recipient: entry.personal?.email ?? null })}<br>${codeWord(entry.action)} <span class="small faint">${entry.request_id}</span></td><td>${
    entry.business_id === null
      ? html`<span class="faint">–</span>`
      : html`<a href="${businessPath(entry.business_id)}">${names.get(entry.business_id) ?? entry.business_id}</a>`
  }</td></tr>`

/** The name leads to everything that the same person changed. The holder of OPERATOR_TOKEN has no id. */
const whoOf = ({ operator_name: name, operator_id, person_id, actor_kind: kind, role }: AuditEntry): Html =>
  html`<a href="${addressOf(auditPath, { who: operator_id ?? person_id ?? name })}">${name}</a> ${
    kind === 'operator' ? tag('warn', 'Operator') : none
  } <span class="small soft">${role ?? ''}</span>`
