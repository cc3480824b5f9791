import { expect, test } from 'vitest'
import { describeResult } from './act-result.decide.ts'

const kinds = { sms: null, whatsapp: null }
const active = { status: 'active', kinds } as const
const retracted = { status: 'retracted', kinds } as const
const now = (sms: 'on_its_way' | 'sent' | 'delivered' | 'failed' | 'not_sent') =>
  ({ status: 'active', kinds: { sms, whatsapp: 'sent' } }) as const

for (const [act, result, state, title, advice] of [
  [null, null, active, null, null],
  ['fax', 'queued', active, null, null],
  ['sms', 'queued', now('on_its_way'), 'The text is on its way.', null],
  ['sms', 'queued', now('sent'), 'The text is on its way.', null],
  ['sms', 'queued', now('delivered'), 'The text was sent and has arrived.', null],
  ['sms', 'queued', now('failed'), null, null],
  ['sms', 'queued', now('not_sent'), null, null],
  [
    'sms',
    'insufficient_credit',
    now('not_sent'),
    'The text was not sent: the balance was empty.',
    'insufficient_credit',
  ],
  ['sms', 'country_not_allowed', active, 'The text was not sent: the number cannot get it.', 'country_not_allowed'],
  ['sms', 'insufficient_credit', now('delivered'), null, null],
  ['sms', 'sms.may_have_sent', active, 'Nothing was sent: the earlier one may have arrived.', null],
  ['whatsapp', 'whatsapp.already_sent', now('sent'), 'Nothing was sent: it is on its way or has arrived.', null],
  ['retract', 'done', retracted, 'The message was retracted.', null],
  ['retract', 'done', active, null, null],
  ['retract', 'before', retracted, 'The message was retracted before.', null],
  ['retract', 'before', active, null, null],
  ['sms', 'message.retracted', retracted, 'Nothing was sent: the message is retracted.', null],
  ['sms', 'message.retracted', active, null, null],
  ['sms', 'constructor', active, 'Nothing was sent or changed.', null],
  ['retract', 'constructor', active, 'Nothing was sent or changed.', null],
  ['retract', '<script>', active, 'Nothing was sent or changed.', null],
] as const)
  test(`the result ${act} ${result} of a message that is ${state.status} with a text ${state.kinds.sms} is ${title}`, () => {
    const described = describeResult(act, result, state)
    expect([described?.title ?? null, described?.advice ?? null]).toEqual([title, advice])
  })
