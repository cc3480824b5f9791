/**
 * Which events of the log have been read. The log is ordered by the time of an event, and an event becomes visible when its
 * transaction commits, so an event may appear behind a later one. Therefore the position is not the last event that was read:
 * behind `floor` all events have been read, and above it those in `read`. An event is part of the floor a minute after it was
 * read; no transaction takes that long. The minute is measured on the clock of this machine, because the clock of a test side
 * jumps.
 */
export type Position = { floor: Mark | null; read: ReadMark[] }
/** Fields of an event. Times of events have one format, so that their order is that of the text. */
export type Mark = { occurred_at: string; id: string }
type ReadMark = Mark & { read_at: number }

export const overlapMilliseconds = 60_000

/** A null floor includes the whole log. */
export const startOfLog: Position = { floor: null, read: [] }

export const startAt = (moment: Date): Position => ({ floor: { occurred_at: eventTime(moment), id: '' }, read: [] })

/** Skips the events of the newest page, and everything before. */
export function startAfter(page: { items: Mark[]; next_cursor: string | null }, now: number): Position {
  const oldest = page.items.at(-1)
  return {
    floor: page.next_cursor === null || oldest === undefined ? null : markOf(oldest),
    read: page.items.map((event) => ({ ...markOf(event), read_at: now })),
  }
}

/** `isComplete` if the page, newest first, reaches the floor: all later pages have been read. */
export function unreadOf<Event extends Mark>(
  position: Position,
  newestFirst: Event[],
): { unread: Event[]; isComplete: boolean } {
  const { floor, read } = position
  const above = newestFirst.filter((event) => floor === null || compare(event, floor) > 0)
  const known = new Set(read.map(({ id }) => id))
  return { unread: above.filter(({ id }) => !known.has(id)), isComplete: above.length < newestFirst.length }
}

export function withRead({ floor, read }: Position, event: Mark, now: number): Position {
  const marks = [...read, { ...markOf(event), read_at: now }]
  const old = marks.filter(({ read_at: at }) => at <= now - overlapMilliseconds)
  const highest = old.reduce<Mark | null>((max, mark) => (max === null || compare(mark, max) > 0 ? mark : max), floor)
  if (highest === null) return { floor, read: marks }
  return { floor: markOf(highest), read: marks.filter((mark) => compare(mark, highest) > 0) }
}

const markOf = ({ occurred_at, id }: Mark): Mark => ({ occurred_at, id })

const compare = (one: Mark, two: Mark): number =>
  one.occurred_at === two.occurred_at ? order(one.id, two.id) : order(one.occurred_at, two.occurred_at)
const order = (one: string, two: string): number => (one < two ? -1 : one > two ? 1 : 0)

/** The format of `occurred_at`. */
const eventTime = (moment: Date): string => moment.toISOString().replace('Z', '000+00:00')
