/**
 * Stored answers live in one partition a day (UTC) and are remembered for 24 hours (4.1.6), so a partition can go once
 * its last moment is that old. Partitions are made well ahead: an answer that has no partition could not be stored.
 */
const dayMilliseconds = 86_400_000
const daysAhead = 7
const shape = /^stored_answers_(\d{4})(\d\d)(\d\d)$/

export type Partition = { name: string; from: string; to: string }

export function decidePartitions(existing: string[], now: Date): { create: Partition[]; drop: string[] } {
  const wanted = Array.from({ length: daysAhead + 2 }, (_, index) =>
    partitionOf(new Date(now.getTime() + (index - 1) * dayMilliseconds)),
  )
  return {
    create: wanted.filter(({ name }) => !existing.includes(name)),
    drop: existing.filter((name) => endOf(name) <= now.getTime() - dayMilliseconds).toSorted(),
  }
}

function partitionOf(moment: Date): Partition {
  const [from, to] = [moment, new Date(moment.getTime() + dayMilliseconds)].map((day) => day.toISOString().slice(0, 10))
  return { name: `stored_answers_${from!.replaceAll('-', '')}`, from: from!, to: to! }
}

/** A table with another name is not ours to drop. */
function endOf(name: string): number {
  const [, year, month, day] = shape.exec(name) ?? []
  return year === undefined ? Number.POSITIVE_INFINITY : Date.UTC(Number(year), Number(month) - 1, Number(day) + 1)
}
