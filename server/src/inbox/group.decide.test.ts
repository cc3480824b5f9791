import { describe, expect, test } from 'vitest'
import { isDisplayableReference } from '../channels/display.decide.ts'
import { groupByOrder, pageLengthOf } from './group.decide.ts'

describe('messages about one order are grouped (1.1)', () => {
  for (const [what, references, groups] of [
    ['no messages', [], []],
    ['one order, consecutive messages', ['#1', '#1'], ['#1: 0 1']],
    [
      'two orders, alternating: a group is at the position of its newest message',
      ['#1', '#2', '#1', '#2'],
      ['#1: 0 2', '#2: 1 3'],
    ],
    ['messages without a reference are not grouped', [null, '#1', null, '#1', null], ['0', '#1: 1 3', '2', '4']],
    [
      'messages with a reference that must not be displayed are not grouped',
      ['a.co', 'a.co', '#1'],
      ['0', '1', '#1: 2'],
    ],
    ['#1 and 1 are different references', ['#1', '1'], ['#1: 0', '1: 1']],
  ] as const)
    test(what, () => {
      const messages = references.map((reference, index) => ({ index, reference }))
      const grouped = groupByOrder(messages, isDisplayableReference)
      const texts = grouped.map(({ reference, messages: own }) =>
        [...(reference === null ? [] : [`${reference}:`]), ...own.map(({ index }) => index)].join(' '),
      )
      expect(texts).toEqual(groups)
    })
})

describe('a page has 20 messages, or fewer if they are long', () => {
  for (const [what, lengths, length] of [
    ['no message', [], 0],
    ['one', [10], 1],
    ['20 short ones', Array.from({ length: 20 }, () => 400), 20],
    ['21 short ones', Array.from({ length: 21 }, () => 10), 20],
    ['three of the longest there can be', [10_000, 10_000, 10_000], 1],
    ['exactly the bytes of a page', [4000, 3000, 1000, 1], 3],
    ['a short one before a long one', [1, 8000, 1], 1],
    ['a first message longer than a page', [40_000, 1], 1],
  ] as const)
    test(`${what}: ${length}`, () => {
      expect(pageLengthOf(lengths.map((bytes) => ({ body: 'x'.repeat(bytes) })))).toBe(length)
    })
})
