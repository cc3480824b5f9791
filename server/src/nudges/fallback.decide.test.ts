import { expect, test } from 'vitest'
import { type FallbackFacts, isFallbackDue } from './fallback.decide.ts'
import type { NudgeState } from './states.ts'

const rejected: FallbackFacts = {
  channel: 'sms',
  pushId: 'push-1',
  cause: 'rejected',
  messageStatus: 'active',
  template: 'approved',
  sends: [{ pushId: 'push-1', channel: 'whatsapp', state: 'rejected' }],
}
const text = (state: NudgeState, pushId = 'push-1') => ({ sends: [{ pushId, channel: 'sms' as const, state }] })

for (const [what, facts, isDue] of [
  ['rejected', {}, true],
  ['failed, or no report within five minutes', { cause: 'undelivered' }, true],
  ['the message is obsolete', { messageStatus: 'obsolete' }, true],
  ['the message is retracted', { messageStatus: 'retracted' }, false],
  ['rejected while the template is in review', { template: 'in_review' }, false],
  ['failed while the template is in review', { cause: 'undelivered', template: 'in_review' }, true],
  ['rejected, the template is paused', { template: 'paused' }, true],
  ['rejected, no template fits', { template: 'no_data' }, true],
  ['the push has a waiting text', text('waiting'), false],
  ['the push has a text that was delivered', text('delivered'), false],
  ['the push has a text that may have been delivered', text('failed'), false],
  ['the text of the push was skipped', text('skipped'), true],
  ['the text of the push was cancelled', text('cancelled'), true],
  ['the text of the push was rejected', text('rejected'), true],
  ['an earlier push has a text', text('delivered', 'push-0'), true],
] as const)
  test(`sms_if_whatsapp_fails, ${what}: ${isDue ? 'a fallback text is sent' : 'no fallback text is sent'} (2.1)`, () => {
    expect(isFallbackDue({ ...rejected, ...facts })).toBe(isDue)
  })
