import { describe, expect, test } from 'vitest'
import {
  overlapMilliseconds,
  type Position,
  startAfter,
  startAt,
  startOfLog,
  unreadOf,
  withRead,
} from './position.decide.ts'

const event = (second: number, id: string) => ({
  occurred_at: `2026-11-18T12:00:${String(second).padStart(2, '0')}.000000+00:00`,
  id,
})
const [a, b, c, d] = [event(1, 'a'), event(2, 'b'), event(3, 'c'), event(4, 'd')]
const readAll = (events: (typeof a)[], now: number, position: Position = startOfLog): Position =>
  events.reduce((current, one) => withRead(current, one, now), position)

describe('unread events', () => {
  test('are all events of the log at its start', () => {
    expect(unreadOf(startOfLog, [b, a])).toEqual({ unread: [b, a], isComplete: false })
  })
  test('are those after the newest page that was skipped', () => {
    const position = startAfter({ items: [b, a], next_cursor: 'a' }, 0)
    expect(unreadOf(position, [c, b, a])).toEqual({ unread: [c], isComplete: true })
  })
  test('include an event that appears behind one that was read', () => {
    expect(unreadOf(readAll([a, c], 0), [c, b, a])).toEqual({ unread: [b], isComplete: false })
  })
  test('include it also if the clock of a test side has jumped in between', () => {
    const later = { occurred_at: '2026-11-20T12:00:00.000000+00:00', id: 'e' }
    expect(unreadOf(readAll([a, later], 0), [later, b, a]).unread).toEqual([b])
  })
  test('begin after a given time', () => {
    expect(unreadOf(startAt(new Date('2026-11-18T12:00:02.500Z')), [d, c, b, a])).toEqual({
      unread: [d, c],
      isComplete: true,
    })
  })
  test('of one time are ordered by their ids', () => {
    const twin = { ...b, id: 'bb' }
    const position = withRead(readAll([a, b], 0), d, overlapMilliseconds)
    expect(unreadOf(position, [d, twin, b, a])).toEqual({ unread: [twin], isComplete: true })
  })
})

describe('the position', () => {
  test('lists what was read in the last minute', () => {
    expect(readAll([a, b], 5)).toEqual({ floor: null, read: [a, b].map((one) => ({ ...one, read_at: 5 })) })
  })
  test('moves its floor to the highest event that was read a minute ago', () => {
    const position = withRead(readAll([b, a], 0), c, overlapMilliseconds)
    expect(position).toEqual({ floor: b, read: [{ ...c, read_at: overlapMilliseconds }] })
  })
  test('never moves its floor back', () => {
    const high = withRead(readAll([c], 0), d, overlapMilliseconds)
    expect(withRead(withRead(high, a, overlapMilliseconds), b, 3 * overlapMilliseconds).floor).toEqual(d)
  })
})
