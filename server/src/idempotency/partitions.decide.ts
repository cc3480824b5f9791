/**
 * Stored responses have one partition per day (UTC) and are replayed for 24 hours (4.1.6), so a partition is dropped 24 hours
 * after its end. Partitions are created days ahead, because a response without a partition cannot be stored.
 */
const dayMilliseconds = 86_400_000
const daysAhead = 7
const shape = /^stored_responses_(\d{4})(\d\d)(\d\d)$/

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
  return { name: `stored_responses_${from!.replaceAll('-', '')}`, from: from!, to: to! }
}

/** A table with another name is never dropped. */
function endOf(name: string): number {
  const [, year, month, day] = shape.exec(name) ?? []
  return year === undefined ? Number.POSITIVE_INFINITY : Date.UTC(Number(year), Number(month) - 1, Number(day) + 1)
}
