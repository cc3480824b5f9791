import type { Channel } from '../../channels/registry.ts'
import type { Forecast } from '../../credits/forecast.decide.ts'
import type { LedgerFilter, LedgerKind } from '../../credits/sql.ts'
import { type Html, html } from '../../html.ts'
import { formatId } from '../../ids.ts'
import { emptyState, linkButton, moment, pageHead, table } from '../../pages/components.ts'
import { figures, filterChips, pager } from '../../pages/lists.ts'
import { channelWords, numberText } from '../figures/figure-words.ts'

/** `messageId` is null for a grant, and for the message of someone who was erased. */
export type LedgerLine = {
  id: string
  delta: number
  kind: LedgerKind
  note: string | null
  at: Date
  channel: Channel | null
  messageId: string | null
}
type CreditsPage = {
  shopPath: string
  balance: number
  threshold: number
  forecast: Forecast
  /** The days that the forecast looks back. */
  forecastDays: number
  filter: LedgerFilter
  lines: LedgerLine[]
  /** The cursor of the next page. */
  next: string | null
  isFirst: boolean
}

const filterLabels: Record<LedgerFilter, string> = {
  all: 'Everything',
  grants: 'Grants',
  charges: 'Charges',
  refunds: 'Refunds',
}
export const readLedgerFilter = (text: string | null): LedgerFilter =>
  (Object.keys(filterLabels) as LedgerFilter[]).find((one) => one === text) ?? 'all'

export const creditsPage = (page: CreditsPage): Html => {
  const path = `${page.shopPath}/credits`
  return html`${pageHead({
    title: 'Credits',
    lead: 'A credit sends one text or one WhatsApp message; a text to some destinations costs more. Emails cost none. Credits are granted by the operator of the service.',
    actions: html`${linkButton({ label: 'Prices by destination', href: `${page.shopPath}/channels` })}${linkButton({ label: 'Export as CSV', href: `${path}/ledger.csv?show=${page.filter}`, icon: 'document' })}`,
  })}
${figures([
  { name: 'Balance', value: numberText(page.balance), hint: balanceHint(page) },
  { name: 'Lasts', ...forecastText(page) },
])}
${filterChips(
  'Show',
  (Object.entries(filterLabels) as [LedgerFilter, string][]).map(([filter, label]) => ({
    label,
    href: `${path}?show=${filter}`,
    isCurrent: filter === page.filter,
  })),
)}
${ledger(path, page)}`
}

const balanceHint = ({ balance, threshold }: CreditsPage): string =>
  balance < threshold
    ? `Low: less than ${numberText(threshold)}. Ask the operator for more.`
    : `credits.low_balance is published below ${numberText(threshold)}`

function forecastText({ forecast, forecastDays }: CreditsPage): { value: string; hint: string } {
  if (forecast.kind === 'empty')
    return { value: 'Used up', hint: 'Texts and WhatsApp messages are not sent (insufficient_credit)' }
  const period = `the last ${forecastDays} days`
  if (forecast.kind === 'far') return { value: 'More than a year', hint: `At the pace of ${period}` }
  const perDay = forecast.perDay.toLocaleString('en', { maximumFractionDigits: 1 })
  return {
    value: forecast.days === 0 ? 'Less than a day' : daysText(forecast.days),
    hint: `At ${perDay} a day, as in ${period}`,
  }
}
const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

const ledger = (path: string, { shopPath, filter, lines, next, isFirst }: CreditsPage): Html =>
  lines.length === 0
    ? emptyState({
        icon: 'credit',
        title: isFirst ? 'There are no such entries' : 'There are no older entries',
        text: 'Every change of the balance is listed here: grants, charges of texts and WhatsApp messages, and refunds.',
      })
    : html`${table({
        caption: 'Ledger, newest first',
        head: ['When', 'What', 'Credits', 'For'],
        rows: lines.map((line) => lineRow(shopPath, line)),
      })}
${pager({
  text: 'Newest first',
  ...(next !== null && { olderHref: `${path}?show=${filter}&after=${next}` }),
  ...(!isFirst && { newerHref: `${path}?show=${filter}` }),
})}`

const ledgerWords: Record<LedgerKind, string> = {
  grant: 'Granted',
  correction: 'Taken back',
  charge: 'Charged',
  refund: 'Refunded',
}
const lineRow = (shopPath: string, line: LedgerLine): Html =>
  html`<tr><td>${moment(line.at)}</td><td>${ledgerWords[line.kind]}</td><td class="count">${line.delta > 0 ? '+' : ''}${numberText(line.delta)}</td><td>${purpose(shopPath, line)}</td></tr>`

function purpose(shopPath: string, { kind, note, channel, messageId }: LedgerLine): Html {
  if (kind === 'grant' || kind === 'correction') return html`${note ?? ''}`
  if (channel === null || messageId === null) return html`<span class="faint">A message that was erased</span>`
  return html`<a href="${shopPath}/messages/${formatId('msg', messageId)}">A ${channelWords[channel].one}</a>`
}
