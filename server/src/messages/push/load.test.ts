import { createSecretKey } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import type { Transaction } from '../../db/database.ts'
import type { Statement } from '../../db/statement.ts'
import { numberDigest } from '../../recipients/digest.ts'
import type { Message } from './facts.ts'
import { loadFacts } from './load.ts'
import { ada, gb, messageOf, pushOf } from './pushes.decide.support.ts'

const context = { digestKey: () => createSecretKey(Buffer.alloc(32)) } as unknown as Context
const { kind, status, subject } = messageOf()
const matched = { businessId: 'shop', id: 'existing', kind, status, subject } as Message

const defaults: Record<string, unknown[]> = {
  'messages.business_facts': [{ id: 'shop', sms: 'on', whatsapp: 'off', countries: null }],
  'credits.lock_balances': [{ businessId: 'shop', balance: 1, notified: false }],
  'nudges.spending_facts': [{ prices: {}, closed: [], templates: {} }],
}

/** The names of the statements, one list for each round trip. */
async function roundTripsOf(
  rows: Record<string, unknown[]>,
  ...pushes: Parameters<typeof pushOf>[0][]
): Promise<string[][]> {
  const roundTrips: string[][] = []
  let sending: string[] | null = null
  const all = async ({ name }: Statement<never, unknown>): Promise<unknown[]> => {
    if (sending === null) roundTrips.push((sending = []))
    sending.push(name)
    await nextTurn()
    sending = null
    return { ...defaults, ...rows }[name] ?? []
  }
  await loadFacts(
    context,
    { all } as unknown as Transaction,
    pushes.map((push, index) => pushOf(push, index + 1)),
    ['shop'],
  )
  return roundTrips
}

const recipients = ['recipients.lock', 'messages.recipient_facts', 'recipients.consents_by_email']
const businesses = ['messages.business_facts', 'nudges.spending_facts', 'credits.lock_balances']

test('a push locks the address and number first and the balance last, in one round trip', async () => {
  expect(await roundTripsOf({}, {})).toEqual([[...recipients, ...businesses]])
})

test('an updateable push locks messages before the balance, with a second round trip only for matched messages', async () => {
  const updateable = { kind: 'updateable' } as const
  expect(await roundTripsOf({}, updateable)).toEqual([[...recipients, 'messages.lock', ...businesses]])
  expect(await roundTripsOf({ 'messages.lock': [matched] }, updateable)).toEqual([
    [...recipients, 'messages.lock', ...businesses],
    ['nudges.lock_scheduled'],
  ])
})

test('the counts of texts are read after the balance is locked, in another round trip only for a stored number that the push does not have', async () => {
  const known = { businessId: 'shop', pushEmail: ada, id: 'ada', phone: gb, phone_destination: 'GB' }
  const usageOf = (e164: string) => ({ numberDigest: numberDigest(context.digestKey, 'shop', e164) })
  const roundTrips = (used: string, push: Parameters<typeof pushOf>[0]) =>
    roundTripsOf({ 'messages.recipient_facts': [known], 'quotas.text_usage': [usageOf(used)] }, push)
  const inOne = [...recipients, ...businesses, 'quotas.text_usage']
  expect(await roundTrips(gb, { recipient_phone: gb })).toEqual([inOne])
  expect(await roundTrips(gb, {})).toEqual([[...recipients, ...businesses], ['quotas.text_usage']])
})
