import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { createByteBudget, type Party, type Reservation } from './byte-budget.ts'

const refusing = (name: string): Party => ({ name, evictsOldest: false })
const evicting = (name: string): Party => ({ name, evictsOldest: true })

function createTestBudget(limits = { totalBytes: 100, shareBytes: 40 }) {
  const evicted: string[] = []
  const budget = createByteBudget(limits, () => undefined)
  const open = (name: string, party: Party): Reservation => budget.open(party, () => evicted.push(name))
  return { budget, open, evicted }
}

describe('a budget of bytes', () => {
  test('a party over its share is refused, and other parties are not', () => {
    const { open, evicted } = createTestBudget()
    expect(open('one', refusing('a')).reserve(40)).toBe('reserved')
    expect(open('two', refusing('a')).reserve(1)).toBe('share')
    expect(open('three', refusing('b')).reserve(40)).toBe('reserved')
    expect(evicted).toEqual([])
  })

  test('a party that evicts its oldest reservation does not evict those of others', () => {
    const { open, evicted } = createTestBudget()
    open('other', refusing('b')).reserve(40)
    open('old', evicting('a')).reserve(30)
    open('new', evicting('a')).reserve(10)
    expect(open('newest', evicting('a')).reserve(20)).toBe('reserved')
    expect(evicted).toEqual(['old'])
  })

  test('when the budget is used up, the oldest reservation that waits for its client is evicted, of any party', () => {
    const { open, evicted, budget } = createTestBudget()
    open('first', refusing('a')).reserve(40)
    open('second', refusing('b')).reserve(40)
    expect(open('third', refusing('c')).reserve(30)).toBe('reserved')
    expect([evicted, budget.reservedBytes()]).toEqual([['first'], 70])
  })

  test('a pinned reservation is not evicted; with nothing to evict, a new one is refused', () => {
    const { open, evicted } = createTestBudget()
    for (const name of ['a', 'b']) {
      const reservation = open(name, refusing(name))
      reservation.reserve(40)
      reservation.pin()
    }
    expect(open('c', refusing('c')).reserve(30)).toBe('budget')
    expect(evicted).toEqual([])
  })

  test('the oldest reservation does not evict later ones when it grows', () => {
    const { open, evicted } = createTestBudget()
    const oldest = open('oldest', refusing('a'))
    oldest.reserve(30)
    open('b', refusing('b')).reserve(40)
    open('c', refusing('c')).reserve(25)
    expect(oldest.reserve(10)).toBe('budget')
    expect(evicted).toEqual([])
  })

  test('a release counts once, also after an eviction', () => {
    const { open, budget } = createTestBudget()
    const first = open('first', refusing('a'))
    first.reserve(40)
    open('second', refusing('b')).reserve(40)
    open('third', refusing('c')).reserve(40)
    first.release()
    first.release()
    expect([budget.reservedBytes(), first.reserve(1)]).toEqual([80, 'budget'])
  })

  const seeds = 300
  test(`in any order of events it counts the bytes of its reservations, and zero in the end (seeds 1 to ${seeds})`, () => {
    for (let seed = 1; seed <= seeds; seed++) expect(violationsOf(seed), `seed ${seed}`).toEqual([])
  })
})

function violationsOf(seed: number): string[] {
  const violations: string[] = []
  const random = seededRandom(seed)
  const limits = { totalBytes: 1_000, shareBytes: 250 }
  const budget = createByteBudget(limits, () => undefined)
  type Tracked = { reservation: Reservation; party: string; bytes: number; pinned: boolean }
  const live = new Set<Tracked>()
  const bytesOf = (party?: string): number =>
    [...live].reduce((sum, one) => sum + (party === undefined || one.party === party ? one.bytes : 0), 0)
  const actions: ((one: Tracked) => void)[] = [
    (one) => {
      const bytes = Math.floor(random() * 200)
      if (one.reservation.reserve(bytes) === 'reserved') one.bytes += bytes
    },
    (one) => {
      const bytes = Math.floor(random() * one.bytes)
      one.reservation.reduce(bytes)
      one.bytes -= bytes
    },
    (one) => {
      one.reservation.pin()
      one.pinned = true
    },
    (one) => {
      one.reservation.release()
      live.delete(one)
    },
  ]
  for (let step = 0; step < 400; step++) {
    if (random() < 0.3) {
      const party = `party ${Math.floor(random() * 6)}`
      const one: Tracked = {
        party,
        bytes: 0,
        pinned: false,
        reservation: budget.open({ name: party, evictsOldest: random() < 0.5 }, () => {
          if (!live.delete(one) || one.pinned) violations.push('evicted twice, or while pinned')
        }),
      }
      live.add(one)
    }
    const chosen = [...live][Math.floor(random() * live.size)]
    if (chosen !== undefined) actions[Math.floor(random() * actions.length)]!(chosen)
    if (budget.reservedBytes() !== bytesOf())
      violations.push(`step ${step}: ${budget.reservedBytes()} bytes reserved, not ${bytesOf()}`)
    if (bytesOf() > limits.totalBytes) violations.push(`step ${step}: over the budget`)
    for (const { party } of live)
      if (bytesOf(party) > limits.shareBytes) violations.push(`step ${step}: over the share`)
  }
  for (const { reservation } of live) reservation.release()
  if (budget.reservedBytes() !== 0) violations.push(`${budget.reservedBytes()} bytes reserved in the end`)
  return violations
}
