import { describe, expect, test } from 'vitest'
import { type Fact, factsOf, type SendRefusals, type Shown } from './advice.decide.ts'
import { wordsOf } from './advice-words.ts'
import { at, delivery, email, nudge, paid } from './delivery.support.ts'

const earlier = '2026-11-17T10:00:00.000Z'
const later = '2026-12-02T10:00:00.000Z'
const none: SendRefusals = { sms: null, whatsapp: null }
type Given = Partial<Omit<Shown, 'delivery'>> & { delivery?: object }
const shown = ({ delivery: given = {}, ...more }: Given): Shown => ({
  status: 'active',
  updated_at: at,
  nudges: [],
  refusals: none,
  stops: [],
  ...more,
  delivery: delivery(given),
})
/** What the page shows of a fact. */
function lines(fact: Fact): unknown[] {
  const { tone, title, text, step, code } = wordsOf(fact)
  return [tone, title, text, step, code, ...(fact.kind === 'problem' ? fact.acts : [])]
}
const noPhone = paid(null, { skipped_reason: 'no_phone' })
const skipped = 'The push had no number, and none was stored for the customer.'
const arrived = [
  'good',
  'The email arrived. The customer has not opened the message in the inbox.',
  null,
  null,
  null,
] as const

describe('a text', () => {
  for (const [what, given, expected] of [
    [
      'without a number',
      { delivery: { sms: noPhone }, refusals: { ...none, sms: 'no_phone' } },
      [
        'warn',
        'The text was not sent: no number.',
        `${skipped} Nothing was charged. Your shop can change this.`,
        'Set the number of the customer. Then send it again.',
        'no_phone',
        'number',
      ],
    ],
    [
      'without a number that has one by now',
      { delivery: { sms: noPhone } },
      [
        'warn',
        'The text was not sent: no number.',
        `${skipped} Nothing was charged.`,
        'The cause no longer applies: it can be sent now.',
        'no_phone',
        'resend',
      ],
    ],
    [
      'whose cause is gone, and which a gate refuses now',
      { delivery: { sms: noPhone }, refusals: { ...none, sms: 'insufficient_credit' } },
      [
        'warn',
        'The text was not sent: no number.',
        `${skipped} Nothing was charged. Your shop can change this. It cannot be sent now: the balance is lower than its price.`,
        'Top up the balance. Then send it again.',
        'no_phone',
      ],
    ],
    [
      'of a later push that was skipped after a delivered one',
      {
        delivery: {
          sms: paid('delivered', { skipped_reason: 'insufficient_credit', credits: 1, delivered_at: earlier }),
        },
        refusals: { ...none, sms: 'insufficient_credit' },
      },
      [
        'warn',
        'The text was not sent: the balance was empty.',
        `The credit balance is lower than the price of the message. Nothing was charged for this one. An earlier text was delivered on ${earlier}. 1 credit was charged for it. Your shop can change this.`,
        'Top up the balance. Then send it again.',
        'insufficient_credit',
      ],
    ],
    [
      'of a later push that was skipped after a failed one',
      {
        delivery: {
          sms: paid('failed', {
            error_code: 'sms.carrier_failed',
            skipped_reason: 'no_phone',
            credits: 2,
            failed_at: earlier,
          }),
        },
        refusals: { ...none, sms: 'no_phone' },
      },
      [
        'warn',
        'The text was not sent: no number.',
        `${skipped} Nothing was charged for this one. An earlier text failed on ${earlier}. 2 credits were charged for it. Your shop can change this.`,
        'Set the number of the customer. Then send it again.',
        'no_phone',
        'number',
      ],
    ],
    [
      'that was rejected while an older one is with the provider',
      {
        delivery: { sms: paid('rejected', { error_code: 'sms.never_submitted' }) },
        refusals: { ...none, sms: 'sms.already_sent' },
      },
      [
        'warn',
        'The text was not sent: the provider was not reached.',
        'The provider could not be reached, so the text was not sent. The charge was refunded.',
        'An earlier one is still on its way, so it cannot be sent now. Wait until it has arrived or failed.',
        'sms.never_submitted',
      ],
    ],
    [
      'that a gate refused when it was due',
      {
        delivery: { sms: paid('rejected', { error_code: 'sms.never_submitted', skipped_reason: 'rate_limited' }) },
      },
      [
        'warn',
        'The text was not sent: too many to this number.',
        'The number got as many texts of the business as it may get within an hour or a day. It costs nothing. Your developers can change this.',
        'Wait an hour, then send it again.',
        'rate_limited',
        'resend',
      ],
    ],
    [
      'that the phone did not get',
      { delivery: { sms: paid('failed', { error_code: 'sms.carrier_failed', credits: 1 }) } },
      [
        'bad',
        'The text failed: the phone was not reached.',
        'The provider accepted the text, and reported later that it could not be delivered. 1 credit was charged. Only the customer can change this.',
        'Check the number with the customer, and correct it. Sending it again is charged again.',
        'sms.carrier_failed',
        'number',
        'resend',
      ],
    ],
    [
      'that may have arrived',
      {
        delivery: { sms: paid('failed', { error_code: 'sms.submit_outcome_unknown', credits: 1 }) },
        refusals: { ...none, sms: 'sms.may_have_sent' },
      },
      [
        'bad',
        'The text failed: the provider did not respond.',
        'The provider did not respond, so it is unknown whether the text arrived. 1 credit was charged.',
        'Ask the customer whether it arrived. It cannot be sent again, because it could arrive twice.',
        'sms.submit_outcome_unknown',
      ],
    ],
    [
      'that was stopped with STOP',
      {
        delivery: { sms: paid(null, { skipped_reason: 'stopped' }) },
        refusals: { ...none, sms: 'stopped' },
        stops: [{ channel: 'sms', source: 'text' }],
      },
      [
        'warn',
        'The text was not sent: the customer opted out.',
        'The customer opted out of this channel. Nothing was charged. The customer can lift it by texting START.',
        'Use another channel.',
        'stopped',
        'recipient',
      ],
    ],
    [
      'that was stopped in the inbox too',
      {
        delivery: { sms: paid(null, { skipped_reason: 'stopped' }) },
        refusals: { ...none, sms: 'stopped' },
        stops: [
          { channel: 'sms', source: 'text' },
          { channel: 'sms', source: 'inbox' },
        ],
      },
      [
        'warn',
        'The text was not sent: the customer opted out.',
        'The customer opted out of this channel. Nothing was charged. This stop is permanent.',
        'Use another channel.',
        'stopped',
        'recipient',
      ],
    ],
    [
      'that was stopped, and is not any more',
      { delivery: { sms: paid(null, { skipped_reason: 'stopped' }) } },
      [
        'warn',
        'The text was not sent: the customer opted out.',
        'The customer opted out of this channel. Nothing was charged.',
        'The cause no longer applies: it can be sent now.',
        'stopped',
        'resend',
      ],
    ],
  ] as const)
    test(`${what} is explained`, () => {
      expect(factsOf(shown(given as Given)).map(lines)).toEqual([expected])
    })
})

describe('a WhatsApp message', () => {
  const title = 'The WhatsApp message failed: the phone was not reached.'
  const text =
    'The provider accepted the WhatsApp message, and reported later that it could not be delivered. 1 credit was charged.'
  const failed = paid('failed', { error_code: 'whatsapp.platform_failed', credits: 1 })
  const escalated: SendRefusals = { ...none, whatsapp: 'whatsapp.escalated_to_sms' }
  test('that a delivered text replaced is not offered, and the arrival comes first', () => {
    const nudges = [nudge('whatsapp', 'failed', { fallback: true }), nudge('sms', 'delivered', { fallback: true })]
    const facts = factsOf(
      shown({ delivery: { whatsapp: failed, sms: paid('delivered') }, refusals: escalated, nudges }),
    )
    expect(facts.map(lines)).toEqual([
      ['good', 'The text arrived. The customer has not opened the message in the inbox.', null, null, null],
      ['bad', title, text, 'A text replaced it, so it is not sent again.', 'whatsapp.platform_failed'],
    ])
  })
  test('that a text will replace says so', () => {
    const unknown = paid('failed', { error_code: 'whatsapp.submit_outcome_unknown', credits: 1 })
    const nudges = [nudge('whatsapp', 'failed', { fallback: true, awaits_report: true })]
    const refusals: SendRefusals = { ...none, whatsapp: 'whatsapp.may_have_sent' }
    expect(factsOf(shown({ delivery: { whatsapp: unknown }, refusals, nudges })).map(lines)[0]![3]).toBe(
      'Wait: a text follows if no status arrives within five minutes.',
    )
  })
  test('that was stopped by a reply cannot be lifted with START', () => {
    const stopped = paid(null, { skipped_reason: 'stopped' })
    const stops = [{ channel: 'whatsapp', source: 'text' }] as const
    const refusals: SendRefusals = { ...none, whatsapp: 'stopped' }
    expect(factsOf(shown({ delivery: { whatsapp: stopped }, refusals, stops: [...stops] })).map(lines)[0]![2]).toBe(
      'The customer opted out of this channel. Nothing was charged. This stop is permanent.',
    )
  })
})

describe('an email', () => {
  const retrying = { ...email('retrying'), next_attempt_at: later }
  const bounced = (bounce_type: 'permanent' | 'transient') => ({
    delivery: { email: email('bounced'), bounced_at: at },
    nudges: [nudge('email', 'accepted', { bounced_at: at, bounce_type })],
  })
  for (const [what, given, expected] of [
    [
      'that bounced for good',
      bounced('permanent'),
      [
        'bad',
        'The email bounced.',
        'The mail server returned it: the address does not exist or accepts no mail. The shop sends no more emails to it. Only the customer can change this.',
        'Ask the customer for another address, and push to that one.',
        null,
        'recipient',
      ],
    ],
    [
      'that bounced for the moment',
      bounced('transient'),
      [
        'bad',
        'The email bounced.',
        'The mail server of the customer returned it, for example because the mailbox is full. It is not sent again. Only the customer can change this.',
        'Check the address with the customer, then push the update again.',
        null,
        'recipient',
      ],
    ],
    [
      'that was marked as spam',
      { delivery: { email: email('delivered'), complained: true, complained_at: at } },
      [
        'bad',
        'The customer marked the email as spam.',
        'The shop sends no more emails to this address. Only the customer can change this.',
        'Do not push another email to this address. If the customer still wants updates, ask for another address.',
        null,
        'recipient',
      ],
    ],
    [
      'that the provider refused for the moment',
      { delivery: { email: { ...retrying, last_error: { code: 'refused', words: null, detail: null } } } },
      [
        'warn',
        'The email was refused for the moment and is tried again.',
        `The email provider refused it. The next attempt is on ${later}.`,
        'Wait for the next attempt. The email is sent without anything being done.',
        null,
        'recipient',
      ],
    ],
    [
      'whose provider was not reached',
      { delivery: { email: { ...retrying, last_error: { code: 'never_reached', words: null, detail: null } } } },
      [
        'warn',
        'The email could not be submitted and is tried again.',
        `The email provider could not be reached. The next attempt is on ${later}.`,
        'Wait for the next attempt. The email is sent without anything being done.',
        null,
        'recipient',
      ],
    ],
    [
      'that a gate refused',
      { delivery: { email: email('skipped'), not_sent: { reason: 'unsubscribed', at } } },
      [
        'warn',
        'The email was not sent: the customer unsubscribed.',
        'The recipient stopped all updates of the business. This is permanent and applies to every channel.',
        'Do not send again. The customer can still read the message in the inbox.',
        'unsubscribed',
        'recipient',
      ],
    ],
  ] as const)
    test(`${what} is explained`, () => {
      expect(factsOf(shown(given as Given)).map(lines)).toEqual([expected])
    })
  test('that was delivered before a skipped one has arrived', () => {
    const given = { email: email('skipped'), delivered: true, delivered_at: earlier }
    expect(factsOf(shown({ delivery: given })).map(lines)).toEqual([arrived])
  })
})

describe('a message', () => {
  const opened = { opened: true, opened_at: at }
  const openedBefore = { opened: true, opened_at: earlier }
  const before = [
    'info',
    'The customer opened an earlier version of the message.',
    `It was opened on ${earlier}. The update of ${at} has no recorded open.`,
    null,
    null,
  ] as const
  const pending = [
    'info',
    'No delivery has been reported yet. The message is in the inbox already.',
    null,
    null,
    null,
  ] as const
  for (const [what, given, expected] of [
    [
      'that was opened',
      { delivery: { email: email('delivered'), ...opened } },
      [['good', 'The customer opened the message in the inbox.', null, null, null]],
    ],
    [
      'that was opened before its update',
      { delivery: { email: email('delivered'), ...openedBefore } },
      [before, ['good', 'The email arrived.', null, null, null]],
    ],
    [
      'that was opened before its update, which is on its way',
      { delivery: { email: email('queued'), ...openedBefore } },
      [before, pending],
    ],
    ['whose email was sent', { delivery: { email: email('sent') } }, [pending]],
    [
      'that is scheduled',
      {
        delivery: { email: email('scheduled'), sms: paid('queued') },
        nudges: [
          nudge('email', 'waiting', { attempts: 0, scheduled_for: later }),
          nudge('sms', 'waiting', { attempts: 0, scheduled_for: later }),
        ],
      },
      [
        [
          'info',
          'The email and the text are scheduled.',
          `The time is ${later}. The message is in the inbox already.`,
          null,
          null,
        ],
      ],
    ],
    [
      'of a silent push',
      {},
      [['neutral', 'The push did not ask to notify the customer. The message is in the inbox.', null, null, null]],
    ],
    [
      'whose only channel is off',
      { delivery: { sms: paid(null, { skipped_reason: 'sms_not_enabled' }) } },
      [['neutral', 'Nothing was sent: texts are not enabled.', 'The message is in the inbox.', null, null]],
    ],
    [
      'that was retracted',
      { status: 'retracted', delivery: { sms: noPhone } },
      [
        [
          'warn',
          'The message was retracted. Nothing more is sent about it, and the inbox shows it as retracted.',
          null,
          null,
          null,
        ],
      ],
    ],
  ] as const)
    test(`${what} is stated`, () => {
      expect(factsOf(shown(given as Given)).map(lines)).toEqual(expected)
    })
  test('that was opened states this before what failed', () => {
    const facts = factsOf(
      shown({ delivery: { sms: paid(null, { skipped_reason: 'insufficient_credit' }), ...opened } }),
    )
    expect(facts.map((fact) => wordsOf(fact).title)).toEqual([
      'The customer opened the message in the inbox.',
      'The text was not sent: the balance was empty.',
    ])
  })
})
