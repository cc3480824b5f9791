import { expect, test } from 'vitest'
import { type NoticeFacts, resolution } from './resolved.decide.ts'

/** Everything that a notice can be about is wrong. */
const wrong: NoticeFacts = {
  isSendingPaused: true,
  quotas: { messages_per_day: { used: 10, limit: 10 }, stored_messages: { used: 10, limit: 10 } },
  textSpend: { used: 10, limit: 10 },
  isPrefixLimited: true,
  disabledEndpoints: ['whe_1'],
  failingEndpoints: ['whe_1'],
}
const endpoint = { endpoint_id: 'whe_1', consecutive_failures: 20 }
const quota = { quota: 'messages_per_day', used: 10, limit: 10 } as const
const complaints = { cause: 'complaints', sent: 1500, complained: 2, days: 30 } as const
const spend = { used: 10, limit: 10 }
const prefix = { destination: 'GB', limit: 10 }
const uses = (used: number): Partial<NoticeFacts> => ({
  quotas: { ...wrong.quotas, messages_per_day: { used, limit: 10 } },
  textSpend: { used, limit: 10 },
})

for (const [kind, detail, what, change, isResolved] of [
  ['webhook_endpoint_failing', endpoint, 'no failures since the last success', { failingEndpoints: [] }, true],
  ['webhook_endpoint_failing', endpoint, 'another endpoint fails', { failingEndpoints: ['whe_2'] }, true],
  ['webhook_endpoint_failing', endpoint, 'enabled, without a success', { disabledEndpoints: [] }, false],
  ['webhook_endpoint_disabled', endpoint, 'enabled', { disabledEndpoints: [] }, true],
  ['webhook_endpoint_disabled', endpoint, 'another is enabled', { disabledEndpoints: ['whe_1', 'whe_2'] }, false],
  ['sending_paused', complaints, 'sending is on', { isSendingPaused: false }, true],
  ['quota_nearly_reached', quota, '80 % are used', uses(8), false],
  ['quota_nearly_reached', quota, 'less is used', uses(7), true],
  ['quota_reached', quota, 'one is left', uses(9), true],
  ['quota_reached', { ...quota, quota: 'stored_messages' }, 'another quota has room', uses(0), false],
  [
    'quota_reached',
    quota,
    'a limit of zero',
    { quotas: { ...wrong.quotas, messages_per_day: { used: 0, limit: 0 } } },
    false,
  ],
  ['sms_spend_nearly_reached', spend, '80 % are spent', uses(8), false],
  ['sms_spend_nearly_reached', spend, 'a new day', uses(0), true],
  ['sms_spend_reached', spend, 'a higher limit', uses(9), true],
  ['sms_prefix_limited', prefix, 'the hour has ended', { isPrefixLimited: false }, true],
  ['api_key_created', {}, 'all is well', uses(0), false],
  ['api_key_revoked', {}, 'all is well', uses(0), false],
] as const) {
  const notice = { kind, detail: detail as never, recipientId: null }
  test(`${kind}: ${what}: ${isResolved ? 'resolved' : 'open'}`, () => {
    expect(resolution(notice, wrong)).toBeNull()
    expect(resolution(notice, { ...wrong, ...change }) !== null).toBe(isResolved)
  })
}

test('a request to be erased is resolved when the recipient is not stored, and its text says so', () => {
  const request = { kind: 'erasure_requested', detail: { recipient_id: 'r' } } as const
  expect(resolution({ ...request, recipientId: 'r' }, wrong)).toBeNull()
  expect(resolution({ ...request, recipientId: null }, wrong)).toBe('')
})

test('a kind of a later release stays open', () => {
  expect(resolution({ kind: 'unknown' as never, detail: {} as never, recipientId: null }, wrong)).toBeNull()
})
