/**
 * Registers a made-up channel, before anything is imported that reads the registry: pagers, which cost a credit, need a number, report
 * what becomes of a message and can be answered.
 */
import { channels, type PaidRules, paidChannels, registry } from '../../src/channels/registry.ts'

/** It is not one of the channels that TypeScript knows. */
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
