/**
 * Registers a fictional channel, the pager: it costs a credit, needs a number, reports delivery and accepts inbound messages.
 * This module must be imported before any module that reads the registry.
 */
import { Type } from 'typebox'
import { previewContents } from '../../src/channels/preview-contents.ts'
import { channels, type PaidRules, paidChannels, registry } from '../../src/channels/registry.ts'
import { failureCodes, skipReasons } from '../../src/reasons.ts'

/** Cast to a known channel, because the type `Channel` does not include it. */
export const pager = 'pager' as 'sms'
export const pagerControl = 'pages' as 'texts'
const outOfRange = `${pager}.out_of_range` as 'sms.carrier_failed'

const rules: PaidRules = {
  eventPrefix: pager,
  errorCodes: {
    unknown: `${pager}.submit_outcome_unknown`,
    refused: `${pager}.submit_refused`,
    exhausted: `${pager}.submit_refused`,
    neverReached: `${pager}.never_submitted`,
    undeliverable: outOfRange,
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
  resend: { name: 'resendPager', number: 90, refusalsSpendKey: true },
  control: pagerControl,
  exportedAs: 'pages',
}

for (const list of [channels, paidChannels] as unknown as string[][]) list.push(pager)
Object.assign(registry, { [pager]: rules })
Object.assign(previewContents, {
  [pager]: { schema: Type.Object({ beeps: Type.Integer() }), compose: () => ({ beeps: 3 }) },
})
Object.assign(skipReasons, {
  [pager]: [
    `${pager}_not_enabled`,
    `${pager}_disabled`,
    'disabled_by_request',
    'sending_paused',
    'unsubscribed',
    'stopped',
    'phone_conflict',
    'no_phone',
    'country_not_allowed',
    'insufficient_credit',
  ],
})
Object.assign(failureCodes, {
  [pager]: [...new Set([...Object.values(rules.errorCodes), `${pager}.no_report`])],
})
