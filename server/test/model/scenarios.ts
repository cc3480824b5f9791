/**
 * Sequences of single commands and of scenarios, which are series of commands that rarely occur by random choice. Every part
 * of a scenario is optional, so that a failing case shrinks to the parts that matter.
 */
import fc from 'fast-check'
import {
  address,
  type Command,
  command,
  failingBehaviours,
  index,
  newest,
  paidChannel,
  type ShopSetup,
  sendableDraft,
  shop,
  shopSetup,
} from './command-arbitraries.ts'
import type { Channel } from './model.ts'
import type { Behaviour } from './nudge-lifecycle.ts'

export type Sequence = { shops: [ShopSetup, ShopSetup]; commands: Command[] }

/** A message is sent through a failing provider or waits for its escalation; it is retried, reported on and resent. */
const delivery: fc.Arbitrary<Command[]> = fc
  .record(
    {
      person: fc.record({ shop, address }),
      draft: sendableDraft,
      channel: paidChannel,
      escalateMinutes: fc.constant(5),
      provider: fc.record({
        behaviour: fc.constantFrom(...failingBehaviours),
        times: fc.constantFrom(1, 1, 9),
      }),
      first: fc.constant(true),
      minutes: fc.constantFrom(1, 6, 6, 61),
      second: fc.constant(true),
      status: fc.nat(4),
      retract: fc.constantFrom(true, false, false),
      resend: fc.constant(true),
      message: index,
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
      return withoutMissing([
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

/** A recipient is erased after their messages were dispatched, and gets messages again. */
const erasure: fc.Arbitrary<Command[]> = fc
  .record(
    {
      person: fc.record({ shop, address }),
      draft: sendableDraft,
      push: fc.constant(true),
      provider: fc.record({
        channel: paidChannel,
        behaviour: fc.constantFrom<Behaviour[]>('refuse', 'throttle', 'accept'),
      }),
      take: fc.constant(true),
      optOut: fc.constantFrom('none', 'none', 'none', 'unsubscribe', 'stop'),
      erase: fc.constant(true),
      send: fc.constant(true),
      again: fc.constantFrom('push', 'replay', 'batch'),
    },
    { requiredKeys: ['person', 'draft'] },
  )
  .map(({ person, draft: drawn, push, provider, take, optOut, erase, send, again }) => {
    const own = { ...drawn, address: person.address }
    const pushed: Command = { do: 'push', shop: person.shop, key: { value: 'q#0' }, push: own }
    return withoutMissing([
      push === true && pushed,
      provider !== undefined && { do: 'provider', address: person.address, times: 1, ...provider },
      take === true && { do: 'take' },
      optOut === 'unsubscribe' && { do: 'unsubscribe', ...person },
      // The number changes after the stop. The erasure must also stop the last number.
      optOut === 'stop' && { do: 'dashboard stop', channel: 'sms', ...person },
      optOut === 'stop' && { do: 'phone', phone: 2, ...person },
      erase === true && { do: 'erase', key: { fresh: true }, ...person },
      send === true && { do: 'send' },
      again === 'push' && { ...pushed, key: { fresh: true } },
      again === 'replay' && pushed,
      again === 'batch' && { do: 'batch', shop: person.shop, key: { value: 'q' }, items: [{ push: own, same: true }] },
    ])
  })

/** One message is pushed repeatedly with other channels, schedules and fallbacks, while its earlier nudges progress. */
const updates: fc.Arbitrary<Command[]> = fc
  .record({
    person: fc.record({ shop, address }),
    pushes: fc.array(
      fc.record(
        {
          draft: sendableDraft,
          channels: fc.constantFrom<Channel[][]>(['whatsapp'], ['sms'], ['sms', 'whatsapp'], ['email'], []),
          smsIfWhatsappFails: fc.constantFrom(true, true, false),
          escalateMinutes: fc.constantFrom(5, 60),
          sendInDays: fc.constant(1),
          provider: fc.record({
            channel: fc.constantFrom<Channel[]>('whatsapp', 'whatsapp', 'sms', 'email'),
            behaviour: fc.constantFrom(...failingBehaviours),
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
      return withoutMissing([
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

/** A shop is deactivated while its messages wait. It is activated again, because its own calls would otherwise be refused. */
const deactivation: fc.Arbitrary<Command[]> = fc
  .record({ shop, push: sendableDraft, minutes: fc.constantFrom(6, 61, 1_500) })
  .map(({ shop: which, push, minutes }) => [
    { do: 'push', shop: which, key: { fresh: true }, push },
    { do: 'settings', shop: which, change: { active: false } },
    { do: 'advance', minutes },
    { do: 'send' },
    { do: 'settings', shop: which, change: { active: true } },
  ])

const withoutMissing = (parts: (Command | false)[]): Command[] => parts.filter((part) => part !== false)

const scenario: fc.Arbitrary<Command[]> = fc.oneof(
  { weight: 36, arbitrary: command.map((one) => [one]) },
  { weight: 4, arbitrary: delivery },
  { weight: 1, arbitrary: erasure },
  { weight: 3, arbitrary: updates },
  { weight: 1, arbitrary: deactivation },
)

/** fast-check's bias towards small values would draw short sequences of first choices for hundreds of runs. */
export const sequence: fc.Arbitrary<Sequence> = fc.noBias(
  fc.record({
    shops: fc.tuple(shopSetup, shopSetup),
    commands: fc.array(scenario, { minLength: 1, maxLength: 24, size: 'max' }).map((scenarios) => scenarios.flat()),
  }),
)
