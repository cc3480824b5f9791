import fc from 'fast-check'
import type { Channel, Mode, Paid, Settings } from './model.ts'
import type { Behaviour } from './nudge-lifecycle.ts'

/** Few values, so that commands often use the same recipient, subject and key. */
export const subjects = ['Your order', 'Your parcel'] as const
/** A command refers to earlier messages by an index below this limit. The limit itself refers to an unknown message. */
export const indexLimit = 9
/** Refers to the message that was pushed last. */
export const newest = -1

/** What makes a push invalid: `shape` fails schema validation; the others depend on the current time. */
type Flaw = 'shape' | 'past' | 'far'
export type PushDraft = {
  address: number
  subject: number
  body: number
  /** `own`: the phone number of the person with the index `address`. */
  phone?: number | 'own'
  kind?: 'one_off' | 'updateable'
  notify?: boolean | null
  channels?: Channel[] | null
  optIn?: true
  smsIfWhatsappFails?: boolean
  reference?: string | null
  orderStatus?: string | null
  sendInDays?: number
  escalateMinutes?: number
  /** Indexes of messages pushed so far. */
  obsoletes?: number[]
  /** Adds capitals and spaces that normalisation removes. */
  unnormalised?: true
  flaw?: Flaw
}
/** `again` and `other` use the key of an earlier request: with the same body, or with another body. */
export type KeyChoice = { fresh: true } | { value: string } | { again: number } | { other: number }
/** `same`: repeats the body that was sent with the item's key before, if there was one. */
export type ItemDraft = { push: PushDraft; same?: true } | { nonsense: unknown }
export type Command =
  | { do: 'push'; shop: number; key: KeyChoice; push: PushDraft }
  | { do: 'batch'; shop: number; key: KeyChoice; items: ItemDraft[] }
  | { do: 'retract'; shop: number; key: KeyChoice; message: number }
  | { do: 'grant'; shop: number; amount: number }
  | { do: 'dashboard stop'; shop: number; address: number; channel: Paid }
  | { do: 'phone'; shop: number; address: number; phone: number | null }
  | { do: 'unsubscribe'; shop: number; address: number }
  | { do: 'erase'; shop: number; key: KeyChoice; address: number }
  | { do: 'settings'; shop: number; change: Partial<Settings> }
  | { do: 'resend'; shop: number; key: KeyChoice; channel: Paid; message: number }
  | { do: 'provider'; channel: Channel; address: number; behaviour: Behaviour; times: number }
  /** A worker leases the queued nudges and dispatches them. */
  | { do: 'take' }
  /** As `take`, and then submits everything that is dispatched. */
  | { do: 'send' }
  /** `item` is an index into the accepted submissions, newest first; `status` into the report statuses of the channel. */
  | { do: 'report'; item: number; status: number; times: number }
  /** `inReplyTo`: an index into what the phone number has received, or null for a message that is not a reply. */
  | { do: 'stop' | 'start'; channel: Paid; phone: number; inReplyTo: number | null }
  | { do: 'open'; message: number; stale: boolean }
  | { do: 'advance'; minutes: number }
export type ShopSetup = { settings: Settings; credits: number }

/** fast-check shrinks to the first choice. */
const mode = fc.constantFrom<Mode[]>(
  ...Array.from({ length: 9 }, () => 'on' as const),
  'on_request',
  'off',
  'not_enabled',
)
const rarely = fc.constantFrom(false, false, false, false, false, false, true)
/** Usually more than a sequence can use. */
const quota = fc.constantFrom(...Array.from({ length: 9 }, () => 1_000), 6, 3, 0)
const settings: fc.Arbitrary<Settings> = fc.record({
  active: fc.constant(true),
  sms: mode,
  whatsapp: mode,
  sending_paused: rarely,
  plan: rarely.map((lapsed) => (lapsed ? 'lapsed' : 'active')),
  messages_per_day: quota,
  stored_messages: quota,
})
/** Few credits, so that sequences often spend the last one. */
export const shopSetup: fc.Arbitrary<ShopSetup> = fc.record({
  settings,
  credits: fc.constantFrom(0, 1, 1, 2, 3, 5, 8, 12),
})
export const index = fc.nat(indexLimit)
/** Weighted, so that most commands of a sequence are about the same few people. */
export const shop = fc.constantFrom(0, 0, 0, 1)
export const address = fc.constantFrom(0, 0, 0, 0, 1, 1, 2)

/** Undefined in the remaining cases out of ten. */
const inTen = <T>(cases: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 10 - cases, arbitrary: fc.constant(undefined) },
    { weight: cases, arbitrary },
  )

/** Scheduling and flaws are rare, so that most pushes reach the gates and the balance. */
const draft: fc.Arbitrary<PushDraft> = fc
  .record({
    address,
    subject: fc.constantFrom(0, 0, 0, 1),
    body: fc.nat(1),
    phone: inTen(6, fc.constantFrom<(number | 'own')[]>('own', 'own', 'own', 'own', 0, 1, 2)),
    kind: inTen(8, fc.constantFrom('updateable', 'updateable', 'updateable', 'one_off')),
    notify: inTen(6, fc.constantFrom(true, true, true, true, false, null)),
    channels: inTen(
      5,
      fc.constantFrom<(Channel[] | null)[]>(
        ['sms', 'whatsapp'],
        ['sms'],
        ['whatsapp'],
        ['email', 'sms', 'whatsapp'],
        ['email'],
        [],
        null,
      ),
    ),
    optIn: inTen(4, fc.constant(true)),
    smsIfWhatsappFails: inTen(4, fc.constantFrom(true, true, false)),
    reference: inTen(8, fc.constantFrom('A-1', 'A-1', 'A-1', 'A-1', 'A-1', 'A-1', 'a.co', null)),
    orderStatus: inTen(
      8,
      fc.constantFrom(...Array.from({ length: 8 }, () => 'shipped'), 'delayed', 'refunded', 'lost', null),
    ),
    sendInDays: inTen(1, fc.constantFrom(1, 1, 3, 89)),
    escalateMinutes: inTen(3, fc.constantFrom(5, 5, 60, 10_080)),
    obsoletes: inTen(2, fc.array(index, { maxLength: 3 })),
    unnormalised: inTen(2, fc.constant(true)),
    flaw: inTen(1, inTen(5, fc.constantFrom('shape', 'past', 'far'))),
  })
  .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as PushDraft)

/** A push that every channel can send, so that the scenarios reach the later states of a nudge. */
export const sendableDraft: fc.Arbitrary<PushDraft> = draft.map(
  ({ flaw: _flaw, sendInDays: _days, obsoletes: _ids, ...push }) => ({
    ...push,
    phone: 'own',
    optIn: true,
    notify: true,
    reference: 'A-1',
    orderStatus: 'shipped',
  }),
)

/** Operations and shops share the keys: `p#0` is the key of the first item of the batch `p`. */
const keyOf = (values: string[]): fc.Arbitrary<KeyChoice> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant({ fresh: true } as const) },
    { weight: 4, arbitrary: fc.constantFrom(...values).map((value) => ({ value })) },
    { weight: 3, arbitrary: index.map((again) => ({ again })) },
    { weight: 3, arbitrary: index.map((other) => ({ other })) },
  )
const item: fc.Arbitrary<ItemDraft> = fc.oneof(
  { weight: 8, arbitrary: draft.map((push) => ({ push })) },
  { weight: 6, arbitrary: draft.map((push) => ({ push, same: true as const })) },
  { weight: 1, arbitrary: fc.constantFrom<unknown[]>(null, 7, 'push', []).map((nonsense) => ({ nonsense })) },
)

export const paidChannel = fc.constantFrom<Paid[]>('sms', 'whatsapp')
/** Requests of a merchant or an operator. */
const apiCommands: fc.WeightedArbitrary<Command>[] = [
  {
    weight: 14,
    arbitrary: fc.record({ do: fc.constant('push'), shop, key: keyOf(['p', 'p#0', 'p#0', 'p#1', 'q#0']), push: draft }),
  },
  {
    weight: 16,
    arbitrary: fc.record({ do: fc.constant('push'), shop, key: fc.constant({ fresh: true }), push: sendableDraft }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('batch'),
      shop,
      key: keyOf(['p', 'p', 'q']),
      items: fc.array(item, { minLength: 1, maxLength: 4, size: 'max' }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('retract'), shop, key: keyOf(['p', 'q']), message: index }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('resend'),
      shop,
      key: keyOf(['p', 'q']),
      channel: paidChannel,
      message: index,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('grant'), shop, amount: fc.constantFrom(1, 2, 5, -1, -3) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('dashboard stop'), shop, address, channel: paidChannel }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('phone'), shop, address, phone: fc.constantFrom(null, 0, 1, 2) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unsubscribe'), shop, address }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('erase'), shop, key: keyOf(['p', 'q']), address }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('settings'),
      shop,
      change: fc.record(
        {
          sms: mode,
          whatsapp: mode,
          sending_paused: rarely,
          plan: fc.constantFrom('active', 'active', 'lapsed'),
          messages_per_day: quota,
          stored_messages: quota,
        },
        { requiredKeys: [] },
      ),
    }),
  },
]
/** Every provider behaviour except plain acceptance. */
export const failingBehaviours: Behaviour[] = [
  'throttle',
  'refuse',
  'refuse_not_on_whatsapp',
  'accept_then_close',
  'accept_then_500',
  'unavailable',
]
/** The worker, the providers, the recipients and time. */
const externalEvents: fc.WeightedArbitrary<Command>[] = [
  { weight: 20, arbitrary: fc.record({ do: fc.constant('send') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('take') }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('provider'),
      channel: fc.constantFrom<Channel[]>('whatsapp', 'whatsapp', 'sms', 'sms', 'email'),
      address,
      behaviour: fc.constantFrom<Behaviour[]>(...failingBehaviours, 'accept'),
      times: fc.constantFrom(1, 1, 2, 9),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('report'),
      item: fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 4, 5),
      status: fc.nat(19),
      times: fc.constantFrom(1, 1, 1, 2),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('stop', 'stop', 'start'),
      channel: paidChannel,
      phone: fc.constantFrom(0, 0, 0, 0, 1, 1, 2),
      inReplyTo: fc.constantFrom(null, null, 0, 1),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('open'), message: index, stale: rarely }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('advance'), minutes: fc.constantFrom(1, 1, 6, 6, 6, 31, 61, 1_500, 4_380) }),
  },
]
export const command: fc.Arbitrary<Command> = fc.oneof(...apiCommands, ...externalEvents)
