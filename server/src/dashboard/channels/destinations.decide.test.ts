import { describe, expect, test } from 'vitest'
import { type Destination, findDestinations, listDestinations, type Reach } from './destinations.decide.ts'

const named = [
  { code: 'FR', name: 'France' },
  { code: 'GB', name: 'United Kingdom' },
  { code: 'KE', name: 'Kenya' },
  { code: 'US', name: 'United States' },
]
const prices = { smsPrices: new Map([['FR', 3]]), closedDestinations: new Set(['KE']) }
const reached = (credits: number): Reach => ({ kind: 'reached', credits })
const closed = (by: 'shop' | 'service' | 'unavailable'): Reach => ({ kind: 'closed', by })
const rowOf = (all: Destination[], code: string) => all.find((one) => one.code === code)

describe('what a message costs, or why none is sent', () => {
  for (const [countries, code, sms, whatsapp] of [
    [null, 'FR', reached(3), reached(1)],
    [null, 'GB', reached(1), reached(1)],
    [null, 'KE', closed('service'), reached(1)],
    [null, 'US', closed('unavailable'), reached(1)],
    [['GB'], 'FR', closed('shop'), closed('shop')],
    [['GB'], 'GB', reached(1), reached(1)],
    // The shop could not open it.
    [['GB'], 'KE', closed('service'), closed('shop')],
    [['GB'], 'US', closed('unavailable'), closed('shop')],
    [['KE'], 'KE', closed('service'), reached(1)],
    [[], 'GB', closed('shop'), closed('shop')],
  ] as const)
    test(`${code}, when the countries are ${countries === null ? 'all' : `[${countries.join()}]`}`, () => {
      const all = listDestinations(named, countries === null ? null : [...countries], prices)
      expect(rowOf(all, code)).toEqual({ code, name: expect.any(String), sms, whatsapp })
    })
})

describe('a search', () => {
  const all = listDestinations(named, ['FR', 'GB'], prices)
  for (const [filter, text, codes] of [
    ['all', '', ['FR', 'GB', 'KE', 'US']],
    ['reached', '', ['FR', 'GB']],
    ['closed', '', ['KE', 'US']],
    ['all', ' united ', ['GB', 'US']],
    ['all', 'fr', ['FR']],
    ['all', 'ke', ['KE']],
    ['reached', 'kenya', []],
  ] as const)
    test(`for "${text}" of ${filter}`, () => {
      expect(findDestinations(all, filter, text).map(({ code }) => code)).toEqual(codes)
    })
})
