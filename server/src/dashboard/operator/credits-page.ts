import { type Html, html } from '../../html.ts'
import { actForm, actions, card, emptyState, field, moment, submitButton, table } from '../../pages/components.ts'
import { fields } from '../../pages/fields.ts'
import { figures, pager } from '../../pages/lists.ts'
import { type BusinessFrame, businessFrame, tabPath } from './business-frame.ts'

export type LedgerEntry = { id: string; delta: number; kind: string; note: string | null; at: string }
type CreditsPage = {
  csrf: string
  /** The idempotency key of the grant. */
  once: string
  balance: number
  entries: LedgerEntry[]
  next: string | null
  isFirst: boolean
  typed: { amount: string; note: string }
}

export const creditsPage = (frame: BusinessFrame, page: CreditsPage): Html => {
  const path = tabPath(frame.business.id, 'credits')
  const { balance, entries, next, isFirst } = page
  return businessFrame(
    frame,
    'credits',
    html`${figures([
      {
        name: 'Balance',
        value: balance.toLocaleString('en'),
        hint: `Low below ${frame.business.low_balance_threshold.toLocaleString('en')}`,
      },
    ])}
${frame.operator.role === 'support' ? html`` : grantCard(frame.business.id, page)}
${
  entries.length === 0
    ? emptyState({
        icon: 'credit',
        title: isFirst ? 'The ledger is empty' : 'There are no older entries',
        text: 'Every change of the balance is listed here: grants, charges of texts and WhatsApp messages, and refunds.',
      })
    : html`${table({ caption: 'Ledger, newest first', head: ['When', 'What', 'Credits', 'Note'], rows: entries.map(entryRow) })}${pager(
        {
          text: 'Newest first',
          ...(next !== null && { olderHref: `${path}?after=${next}` }),
          ...(!isFirst && { newerHref: path }),
        },
      )}`
}`,
  )
}

const grantCard = (id: string, { csrf, once, typed }: CreditsPage): Html => {
  const path = tabPath(id, 'credits')
  return card({
    title: 'Grant credits',
    body: actForm({
      action: path,
      csrf,
      once,
      from: path,
      content: fields([
        field({
          label: 'Credits',
          name: 'amount',
          value: typed.amount,
          inputmode: 'numeric',
          hint: 'A negative number takes credits back. The balance never falls below zero.',
          isRequired: true,
        }),
        field({
          label: 'Note',
          name: 'note',
          value: typed.note,
          hint: 'Why, for the ledger: an invoice, a purchase, a goodwill credit. The shop can read it.',
        }),
        actions(submitButton({ label: 'Grant', kind: 'primary', icon: 'credit' })),
      ]),
    }),
    footer: 'A form that is sent twice grants once.',
  })
}

const kindWords: Record<string, string> = {
  grant: 'Granted',
  correction: 'Taken back',
  charge: 'Charged',
  refund: 'Refunded',
}
const entryRow = ({ delta, kind, note, at }: LedgerEntry): Html =>
  html`<tr><td>${moment(new Date(at))}</td><td>${kindWords[kind] ?? kind}</td><td class="count">${delta > 0 ? '+' : ''}${delta.toLocaleString('en')}</td><td>${note ?? ''}</td></tr>`
