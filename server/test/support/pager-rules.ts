/**
 * Registers a fictional channel, the pager: it costs a credit, needs a number, reports delivery and accepts inbound messages.
 * This module must be imported before any module that reads the registry.
 */
import { channels, type PaidRules, paidChannels, registry } from '../../src/channels/registry.ts'

/** Cast to a known channel, because the type `Channel` does not include it. */
export const pager = 'pager' as 'sms'
export const pagerControl = 'pages' as 'texts'

const rules: PaidRules = {
  eventPrefix: pager,
  errorCodes: {
    unknown: 'pager.submit_outcome_unknown',
    refused: 'pager.submit_refused',
    exhausted: 'pager.submit_refused',
    neverReached: 'pager.never_submitted',
    undeliverable: 'pager.out_of_range',
  },
  noun: 'page',
  price: 'one_credit',
  consent: 'number',
  closedDestinations: ['FR'],
  closedNumbers: [],
  isLimited: false,
  hasTemplates: false,
  reportsRead: true,
  fallback: null,
  inbound: { startLiftsStops: true, storesReplies: false },
  resend: {
    name: 'resendPager',
    number: 90,
    refusalsSpendKey: true,
    alreadySent: 'A page of this message is queued, delivered or read.',
    mayHaveSent: 'An earlier page may have arrived.',
  },
  control: pagerControl,
  exportedAs: 'pages',
}

for (const list of [channels, paidChannels] as unknown as string[][]) list.push(pager)
Object.assign(registry, { [pager]: rules })
