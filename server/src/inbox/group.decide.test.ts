import { describe, expect, test } from 'vitest'
import { isDisplayableReference } from '../channels/display.decide.ts'
import { groupByOrder, pageLengthOf } from './group.decide.ts'

describe('messages about one order stand together (1.1)', () => {
  for (const [what, references, groups] of [
    ['nothing', [], []],
    ['one order, told of in a row', ['#1', '#1'], ['#1: 0 1']],
    ['two orders, taking turns: each stands where its newest stands', ['#1', '#2', '#1', '#2'], ['#1: 0 2', '#2: 1 3']],
    ['messages without an order stand alone', [null, '#1', null, '#1', null], ['0', '#1: 1 3', '2', '4']],
    ['a reference that may not be shown is none', ['a.co', 'a.co', '#1'], ['0', '1', '#1: 2']],
    ['#1 is not 1', ['#1', '1'], ['#1: 0', '1: 1']],
  ] as const)
    test(what, () => {
      const messages = references.map((reference, place) => ({ place, reference }))
      const grouped = groupByOrder(messages, isDisplayableReference)
      const shown = grouped.map(({ reference, messages: own }) =>
        [...(reference === null ? [] : [`${reference}:`]), ...own.map(({ place }) => place)].join(' '),
      )
      expect(shown).toEqual(groups)
    })
})

describe('a page is 20 messages, and fewer where they are long', () => {
  for (const [what, lengths, length] of [
    ['no message', [], 0],
    ['one', [10], 1],
    ['20 short ones', Array.from({ length: 20 }, () => 400), 20],
    ['21 short ones', Array.from({ length: 21 }, () => 10), 20],
    ['three of the longest there can be', [10_000, 10_000, 10_000], 1],
    ['just what a page holds', [4000, 3000, 1000, 1], 3],
    ['a short one before a long one', [1, 8000, 1], 1],
    ['a first one that is too long by itself', [40_000, 1], 1],
  ] as const)
    test(`${what}: ${length}`, () => {
      expect(pageLengthOf(lengths.map((bytes) => ({ body: 'x'.repeat(bytes) })))).toBe(length)
    })
})
