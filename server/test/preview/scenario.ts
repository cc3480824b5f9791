import fc from 'fast-check'

/** Shops, customers and pushes for the comparison of previews with pushes. Few values, so that pushes often affect each other. */
const sometimes = <T>(share: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.tuple(fc.nat(999), value).map(([roll, given]) => (roll < share * 1_000 ? given : undefined))
const ada = 'ada@example.com'
const addresses = [ada, ada, ada, 'bob@example.com', 'ada@bücher.example', 'bounced+1@simulator.example']
const british = '+447700900123'
/** The last one is not a number. */
const numbers = [british, british, british, '+447700900456', '+33612345678', '+12025550123', '0']
const modes = ['on', 'on', 'on', 'on', 'on_request', 'off', 'not_enabled'] as const
const bodies = [
  'It is on its way.',
  'Track it: https://parcel.example/1?a=1&b=2\n\n<b>Thanks</b> \u{1f4e6}',
  'x'.repeat(300),
]
const shopNames = [
  'Demo Shop',
  'Demo Shop',
  'Bäckerei “Süß” & Söhne',
  'demo.shop',
  'A shop with a long name '.repeat(4),
]

const settings = fc.record({
  name: fc.constantFrom(...shopNames),
  sms: fc.constantFrom(...modes),
  whatsapp: fc.constantFrom(...modes),
  countries: fc.constantFrom(null, null, null, ['GB']),
  sms_per_number_per_hour: fc.constantFrom(60, 60, 60, 1),
  sms_credits_per_day: fc.constantFrom(5_000, 5_000, 5_000, 2),
})
/** Set after the earlier pushes, which they would refuse too. */
const laterSettings = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      { plan: 'lapsed' },
      { sending_paused: true },
      { messages_per_day: 1 },
      { messages_per_day: 4 },
      { stored_messages: 2 },
      { stored_messages: 4 },
    ),
  },
)
/** `sendInMinutes` becomes `send_at`, and `obsoletes` are the positions of earlier pushes. */
const pushDraft = (scheduledShare: number) =>
  fc.record({
    recipient_email: fc.constantFrom(...addresses),
    subject: fc.constantFrom('Your order', 'Your order', 'Your order', 'Your parcel'),
    body: fc.constantFrom(...bodies),
    recipient_phone: sometimes(2 / 3, fc.constantFrom(...numbers)),
    channels: sometimes(1 / 2, fc.constantFrom(['email'], ['email', 'sms'], ['sms', 'whatsapp'], ['whatsapp'])),
    whatsapp_opt_in: sometimes(2 / 3, fc.constantFrom({ source: 'checkout' }, { obtained_at: '2026-01-01T00:00:00Z' })),
    sms_if_whatsapp_fails: fc.boolean(),
    reference: fc.constantFrom('A-1042', 'A-1042', 'A-1042', 'shop.example'),
    order_status: fc.constantFrom('shipped', 'shipped', 'shipped', 'confirmed', 'delayed', 'refunded', 'unheard_of'),
    kind: fc.constantFrom('updateable', 'updateable', 'one_off'),
    notify: fc.constantFrom(true, true, true, null, false),
    sendInMinutes: sometimes(scheduledShare, fc.constantFrom(60, 60, 60, 60, 24 * 60, -60)),
    escalate_if_unread_after_minutes: sometimes(1 / 6, fc.constantFrom(5, 120)),
    obsoletes: fc.array(fc.nat(3), { maxLength: 2 }),
  })

export const scenario = fc.record({
  settings,
  laterSettings,
  credits: fc.constantFrom(0, 1, 2, 3, 100, 100, 100),
  earlier: fc.array(pushDraft(1 / 2), { maxLength: 3, size: 'max' }),
  stop: fc.constantFrom(null, null, null, 'sms', 'whatsapp'),
  unsubscribe: fc.constantFrom(false, false, false, false, false, false, false, true),
  pushes: fc.array(pushDraft(1 / 4), { minLength: 1, maxLength: 4, size: 'max' }),
  isBatch: fc.boolean(),
})

type Value<A> = A extends fc.Arbitrary<infer T> ? T : never
export type Scenario = Value<typeof scenario>
export type PushDraft = Value<ReturnType<typeof pushDraft>>
