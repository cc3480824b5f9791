import { describe, expect, test } from 'vitest'
import { seeded } from '../../test/support/seeded.ts'
import { createByteBudget, type Hold, type Party } from './byte-budget.ts'

const refusing = (name: string): Party => ({ name, evictsItsOldest: false })
const evicting = (name: string): Party => ({ name, evictsItsOldest: true })

function createHolds(limits = { totalBytes: 100, shareBytes: 40 }) {
  const evicted: string[] = []
  const budget = createByteBudget(limits, () => undefined)
  const open = (name: string, party: Party): Hold => budget.open(party, () => evicted.push(name))
  return { budget, open, evicted }
}

describe('a budget of bytes', () => {
  test('a party over its share is refused, and others are not', () => {
    const { open, evicted } = createHolds()
    expect(open('one', refusing('a')).take(40)).toBe('taken')
    expect(open('two', refusing('a')).take(1)).toBe('share')
    expect(open('three', refusing('b')).take(40)).toBe('taken')
    expect(evicted).toEqual([])
  })

  test('a party that evicts its oldest does so, and only its own', () => {
    const { open, evicted } = createHolds()
    open('other', refusing('b')).take(40)
    open('old', evicting('a')).take(30)
    open('new', evicting('a')).take(10)
    expect(open('newest', evicting('a')).take(20)).toBe('taken')
    expect(evicted).toEqual(['old'])
  })

  test('when all is used, the oldest that waits for its client is evicted, whosever it is', () => {
    const { open, evicted, budget } = createHolds()
    open('first', refusing('a')).take(40)
    open('second', refusing('b')).take(40)
    expect(open('third', refusing('c')).take(30)).toBe('taken')
    expect([evicted, budget.heldBytes()]).toEqual([['first'], 70])
  })

  test('what is finished is not evicted; without anything to evict the newcomer is refused', () => {
    const { open, evicted } = createHolds()
    for (const name of ['a', 'b']) {
      const hold = open(name, refusing(name))
      hold.take(40)
      hold.pin()
    }
    expect(open('c', refusing('c')).take(30)).toBe('budget')
    expect(evicted).toEqual([])
  })

  test('what grows may itself be the oldest, and does not evict those that came later', () => {
    const { open, evicted } = createHolds()
    const oldest = open('oldest', refusing('a'))
    oldest.take(30)
    open('b', refusing('b')).take(40)
    open('c', refusing('c')).take(25)
    expect(oldest.take(10)).toBe('budget')
    expect(evicted).toEqual([])
  })

  test('a release counts once, also after an eviction', () => {
    const { open, budget } = createHolds()
    const first = open('first', refusing('a'))
    first.take(40)
    open('second', refusing('b')).take(40)
    open('third', refusing('c')).take(40)
    first.release()
    first.release()
    expect([budget.heldBytes(), first.take(1)]).toEqual([80, 'budget'])
  })

  const seeds = 300
  test(`in any order of events it holds what its holds hold, and nothing in the end (seeds 1 to ${seeds})`, () => {
    for (let seed = 1; seed <= seeds; seed++) expect(violationsOf(seed), `seed ${seed}`).toEqual([])
  })
})

function violationsOf(seed: number): string[] {
  const violations: string[] = []
  const random = seeded(seed)
  const limits = { totalBytes: 1_000, shareBytes: 250 }
  const budget = createByteBudget(limits, () => undefined)
  type Tracked = { hold: Hold; party: string; bytes: number; pinned: boolean }
  const live = new Set<Tracked>()
  const bytesOf = (party?: string): number =>
    [...live].reduce((sum, one) => sum + (party === undefined || one.party === party ? one.bytes : 0), 0)
  const acts: ((one: Tracked) => void)[] = [
    (one) => {
      const bytes = Math.floor(random() * 200)
      if (one.hold.take(bytes) === 'taken') one.bytes += bytes
    },
    (one) => {
      const bytes = Math.floor(random() * one.bytes)
      one.hold.give(bytes)
      one.bytes -= bytes
    },
    (one) => {
      one.hold.pin()
      one.pinned = true
    },
    (one) => {
      one.hold.release()
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
        hold: budget.open({ name: party, evictsItsOldest: random() < 0.5 }, () => {
          if (!live.delete(one) || one.pinned) violations.push('evicted twice, or when finished')
        }),
      }
      live.add(one)
    }
    const chosen = [...live][Math.floor(random() * live.size)]
    if (chosen !== undefined) acts[Math.floor(random() * acts.length)]!(chosen)
    if (budget.heldBytes() !== bytesOf()) violations.push(`step ${step}: holds ${budget.heldBytes()}, not ${bytesOf()}`)
    if (bytesOf() > limits.totalBytes) violations.push(`step ${step}: over the budget`)
    for (const { party } of live)
      if (bytesOf(party) > limits.shareBytes) violations.push(`step ${step}: over the share`)
  }
  for (const { hold } of live) hold.release()
  if (budget.heldBytes() !== 0) violations.push(`holds ${budget.heldBytes()} in the end`)
  return violations
}
