import fc from 'fast-check'
import type { Behaviour } from './life.ts'
import type { Channel, Mode, Paid, Settings } from './model.ts'

/** Few words, so that commands meet: the same person, subject and key come up again and again. People are of the run. */
export const subjects = ['Your order', 'Your parcel'] as const
/** How many things made earlier a command can point at; the place after them is of something nobody made. */
export const places = 9
/** Points at the message that was pushed last. */
export const newest = -1

/** What is wrong with a push: `shape` shows at once, the others only by the clock. */
type Flaw = 'shape' | 'past' | 'far'
export type PushDraft = {
  address: number
  subject: number
  body: number
  /** `own`: the number of the address's place. */
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
  /** Places among the messages made so far. */
  obsoletes?: number[]
  /** Capitals and spaces that mean nothing. */
  loud?: true
  flaw?: Flaw
}
/** `again` and `other` point at an earlier request of the operation: its key with its body, or with another. */
export type KeyChoice = { fresh: true } | { word: string } | { again: number } | { other: number }
/** `same`: as it was when its key was used before, if it was. */
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
  /** A worker takes what is queued, and has it in hand. */
  | { do: 'take' }
  /** It takes what is queued, and submits all that it has in hand. */
  | { do: 'send' }
  /** `item` is a place among what providers took, the newest first; `status` one among those of its channel. */
  | { do: 'report'; item: number; status: number; times: number }
  /** `answers`: a place among what the number got, or nothing in particular. */
  | { do: 'stop' | 'start'; channel: Paid; phone: number; answers: number | null }
  | { do: 'open'; message: number; stale: boolean }
  | { do: 'advance'; minutes: number }
export type Opening = { settings: Settings; credits: number }

/** The first choice is what a failing case is reduced to. */
const mode = fc.constantFrom<Mode[]>(
  ...Array.from({ length: 9 }, () => 'on' as const),
  'on_request',
  'off',
  'not_enabled',
)
const rarely = fc.constantFrom(false, false, false, false, false, false, true)
/** Mostly more than a sequence can use up. */
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
/** Few enough that the last one is often what it is about. */
export const opening: fc.Arbitrary<Opening> = fc.record({ settings, credits: fc.constantFrom(0, 1, 1, 2, 3, 5, 8, 12) })
export const place = fc.nat(places)
/** Uneven, so that most of a sequence is about the same few people. */
export const shop = fc.constantFrom(0, 0, 0, 1)
export const address = fc.constantFrom(0, 0, 0, 0, 1, 1, 2)

/** Left out in the other cases of ten. */
const inTen = <T>(cases: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 10 - cases, arbitrary: fc.constant(undefined) },
    { weight: cases, arbitrary },
  )

/** Holds and flaws are rare: most pushes should come as far as the gates and the balance. */
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
    obsoletes: inTen(2, fc.array(place, { maxLength: 3 })),
    loud: inTen(2, fc.constant(true)),
    flaw: inTen(1, inTen(5, fc.constantFrom('shape', 'past', 'far'))),
  })
  .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as PushDraft)

/** One that lacks nothing for any channel: these are the ones with a life before them. */
export const lively: fc.Arbitrary<PushDraft> = draft.map(
  ({ flaw: _flaw, sendInDays: _days, obsoletes: _ids, ...push }) => ({
    ...push,
    phone: 'own',
    optIn: true,
    notify: true,
    reference: 'A-1',
    orderStatus: 'shipped',
  }),
)

/** Words are shared by the operations and shops: p#0 is what the first item of a batch p goes by. */
const keyOf = (words: string[]): fc.Arbitrary<KeyChoice> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant({ fresh: true } as const) },
    { weight: 4, arbitrary: fc.constantFrom(...words).map((word) => ({ word })) },
    { weight: 3, arbitrary: place.map((again) => ({ again })) },
    { weight: 3, arbitrary: place.map((other) => ({ other })) },
  )
const item: fc.Arbitrary<ItemDraft> = fc.oneof(
  { weight: 8, arbitrary: draft.map((push) => ({ push })) },
  { weight: 6, arbitrary: draft.map((push) => ({ push, same: true as const })) },
  { weight: 1, arbitrary: fc.constantFrom<unknown[]>(null, 7, 'push', []).map((nonsense) => ({ nonsense })) },
)

export const paidChannel = fc.constantFrom<Paid[]>('sms', 'whatsapp')
/** What a merchant and an operator ask for. */
const asked: fc.WeightedArbitrary<Command>[] = [
  {
    weight: 14,
    arbitrary: fc.record({ do: fc.constant('push'), shop, key: keyOf(['p', 'p#0', 'p#0', 'p#1', 'q#0']), push: draft }),
  },
  {
    weight: 16,
    arbitrary: fc.record({ do: fc.constant('push'), shop, key: fc.constant({ fresh: true }), push: lively }),
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
  { weight: 5, arbitrary: fc.record({ do: fc.constant('retract'), shop, key: keyOf(['p', 'q']), message: place }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('resend'),
      shop,
      key: keyOf(['p', 'q']),
      channel: paidChannel,
      message: place,
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
/** What a provider can do but simply accept. */
export const troubles: Behaviour[] = [
  'throttle',
  'refuse',
  'refuse_not_on_whatsapp',
  'accept_then_close',
  'accept_then_500',
  'unavailable',
]
/** What happens by itself: the worker, the providers, the recipients, time. */
const happening: fc.WeightedArbitrary<Command>[] = [
  { weight: 20, arbitrary: fc.record({ do: fc.constant('send') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('take') }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('provider'),
      channel: fc.constantFrom<Channel[]>('whatsapp', 'whatsapp', 'sms', 'sms', 'email'),
      address,
      behaviour: fc.constantFrom<Behaviour[]>(...troubles, 'accept'),
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
      answers: fc.constantFrom(null, null, 0, 1),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('open'), message: place, stale: rarely }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('advance'), minutes: fc.constantFrom(1, 1, 6, 6, 6, 31, 61, 1_500, 4_380) }),
  },
]
export const command: fc.Arbitrary<Command> = fc.oneof(...asked, ...happening)
