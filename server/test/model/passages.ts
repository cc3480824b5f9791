/**
 * Sequences: commands as they come, and between them passages of what seldom comes in a row by chance. Any part of a passage may be
 * missing, so that a failing case is reduced to those that matter.
 */
import fc from 'fast-check'
import {
  address,
  type Command,
  command,
  lively,
  newest,
  type Opening,
  opening,
  paidChannel,
  place,
  shop,
  troubles,
} from './alphabet.ts'
import type { Behaviour } from './life.ts'
import type { Channel } from './model.ts'

export type Sequence = { shops: [Opening, Opening]; commands: Command[] }

/** A message meets a provider that makes difficulties, or waits for its time; it is tried again, reported on and sent again. */
const life: fc.Arbitrary<Command[]> = fc
  .record(
    {
      person: fc.record({ shop, address }),
      draft: lively,
      channel: paidChannel,
      escalateMinutes: fc.constant(5),
      provider: fc.record({
        behaviour: fc.constantFrom(...troubles),
        times: fc.constantFrom(1, 1, 9),
      }),
      first: fc.constant(true),
      minutes: fc.constantFrom(1, 6, 6, 61),
      second: fc.constant(true),
      status: fc.nat(4),
      retract: fc.constantFrom(true, false, false),
      resend: fc.constant(true),
      message: place,
    },
    { requiredKeys: ['person', 'draft', 'channel', 'message'] },
  )
  .map(
    ({
      person,
      draft,
      channel,
      escalateMinutes,
      provider,
      first,
      minutes,
      second,
      status,
      retract,
      resend,
      message,
    }) => {
      const { escalateMinutes: _, ...own } = { ...draft, address: person.address, channels: [channel] }
      const one = { shop: person.shop, key: { fresh: true }, message } as const
      return presentOf([
        {
          do: 'push',
          shop: person.shop,
          key: { fresh: true },
          push: { ...own, ...(escalateMinutes !== undefined && { escalateMinutes }) },
        },
        provider !== undefined && { do: 'provider', channel, address: person.address, ...provider },
        first === true && { do: 'send' },
        minutes !== undefined && { do: 'advance', minutes },
        second === true && { do: 'send' },
        status !== undefined && { do: 'report', item: 0, status, times: 1 },
        retract === true && { do: 'retract', ...one },
        resend === true && { do: 'resend', channel, ...one },
      ])
    },
  )

/** Somebody is erased while a worker has their messages in hand, and is written to again. */
const erasure: fc.Arbitrary<Command[]> = fc
  .record(
    {
      person: fc.record({ shop, address }),
      draft: lively,
      push: fc.constant(true),
      provider: fc.record({
        channel: paidChannel,
        behaviour: fc.constantFrom<Behaviour[]>('refuse', 'throttle', 'accept'),
      }),
      take: fc.constant(true),
      wish: fc.constantFrom('none', 'none', 'none', 'unsubscribe', 'stop'),
      erase: fc.constant(true),
      send: fc.constant(true),
      again: fc.constantFrom('push', 'replay', 'batch'),
    },
    { requiredKeys: ['person', 'draft'] },
  )
  .map(({ person, draft: drawn, push, provider, take, wish, erase, send, again }) => {
    const own = { ...drawn, address: person.address }
    const pushed: Command = { do: 'push', shop: person.shop, key: { word: 'q#0' }, push: own }
    return presentOf([
      push === true && pushed,
      provider !== undefined && { do: 'provider', address: person.address, times: 1, ...provider },
      take === true && { do: 'take' },
      wish === 'unsubscribe' && { do: 'unsubscribe', ...person },
      // And goes on with another number, which is stopped too when it is the last.
      wish === 'stop' && { do: 'dashboard stop', channel: 'sms', ...person },
      wish === 'stop' && { do: 'phone', phone: 2, ...person },
      erase === true && { do: 'erase', key: { fresh: true }, ...person },
      send === true && { do: 'send' },
      again === 'push' && { ...pushed, key: { fresh: true } },
      again === 'replay' && pushed,
      again === 'batch' && { do: 'batch', shop: person.shop, key: { word: 'q' }, items: [{ push: own, same: true }] },
    ])
  })

/** One message is pushed again and again, with other channels, holds and fallbacks, while its earlier nudges go, wait and fail. */
const updates: fc.Arbitrary<Command[]> = fc
  .record({
    person: fc.record({ shop, address }),
    pushes: fc.array(
      fc.record(
        {
          draft: lively,
          channels: fc.constantFrom<Channel[][]>(['whatsapp'], ['sms'], ['sms', 'whatsapp'], ['email'], []),
          smsIfWhatsappFails: fc.constantFrom(true, true, false),
          escalateMinutes: fc.constantFrom(5, 60),
          sendInDays: fc.constant(1),
          provider: fc.record({
            channel: fc.constantFrom<Channel[]>('whatsapp', 'whatsapp', 'sms', 'email'),
            behaviour: fc.constantFrom(...troubles),
            times: fc.constantFrom(1, 1, 9),
          }),
          send: fc.constant(true),
          minutes: fc.constantFrom(1, 6, 6, 61, 1_500, 4_380),
          sendLater: fc.constant(true),
          status: fc.nat(4),
          resend: paidChannel,
          replay: fc.constant(true),
        },
        { requiredKeys: ['draft', 'channels'] },
      ),
      { minLength: 2, maxLength: 4, size: 'max' },
    ),
  })
  .map(({ person, pushes }) =>
    pushes.flatMap(({ draft, channels, smsIfWhatsappFails, escalateMinutes, sendInDays, ...after }) => {
      const { escalateMinutes: _, ...own } = { ...draft, address: person.address, subject: 0, channels }
      const push = {
        ...own,
        kind: 'updateable' as const,
        ...(smsIfWhatsappFails !== undefined && { smsIfWhatsappFails }),
        ...(escalateMinutes !== undefined && { escalateMinutes }),
        ...(sendInDays !== undefined && { sendInDays }),
      }
      const { provider, send, minutes, sendLater, status, resend, replay } = after
      const again = { do: 'resend', shop: person.shop, channel: resend ?? 'sms', message: newest } as const
      return presentOf([
        provider !== undefined && { do: 'provider', address: person.address, ...provider },
        { do: 'push', shop: person.shop, key: { fresh: true }, push },
        send === true && { do: 'send' },
        minutes !== undefined && { do: 'advance', minutes },
        sendLater === true && { do: 'send' },
        status !== undefined && { do: 'report', item: 0, status, times: 1 },
        resend !== undefined && { ...again, key: { fresh: true } },
        replay === true && { ...again, key: { again: 0 } },
      ])
    }),
  )

/** A shop is deactivated while messages of it wait, and active again: its calls would be refused in between. */
const deactivation: fc.Arbitrary<Command[]> = fc
  .record({ shop, push: lively, minutes: fc.constantFrom(6, 61, 1_500) })
  .map(({ shop: which, push, minutes }) => [
    { do: 'push', shop: which, key: { fresh: true }, push },
    { do: 'settings', shop: which, change: { active: false } },
    { do: 'advance', minutes },
    { do: 'send' },
    { do: 'settings', shop: which, change: { active: true } },
  ])

const presentOf = (parts: (Command | false)[]): Command[] => parts.filter((part) => part !== false)

const passage: fc.Arbitrary<Command[]> = fc.oneof(
  { weight: 36, arbitrary: command.map((one) => [one]) },
  { weight: 4, arbitrary: life },
  { weight: 1, arbitrary: erasure },
  { weight: 3, arbitrary: updates },
  { weight: 1, arbitrary: deactivation },
)

/** Without the library's leaning towards small values: it would draw short sequences of first choices for hundreds of runs. */
export const sequence: fc.Arbitrary<Sequence> = fc.noBias(
  fc.record({
    shops: fc.tuple(opening, opening),
    commands: fc.array(passage, { minLength: 1, maxLength: 24, size: 'max' }).map((passages) => passages.flat()),
  }),
)
