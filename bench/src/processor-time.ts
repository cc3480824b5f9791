import { readFileSync } from 'node:fs'

/** Processor time a process has used so far, in seconds. */
export type Clocks<Name extends string> = Record<Name, () => number>

/** What each of them uses for one thing from now on, in milliseconds: asked when so many have been done. */
export function startClocks<Name extends string>(clocks: Clocks<Name>): (count: number) => Record<Name, number> {
  const read = (): [Name, number][] =>
    (Object.keys(clocks) as Name[]).map((name): [Name, number] => [name, clocks[name]()])
  const before = new Map(read())
  return (count) =>
    Object.fromEntries(read().map(([name, now]) => [name, ((now - before.get(name)!) * 1000) / count])) as Record<
      Name,
      number
    >
}

export const clockOf = (pid: number) => (): number => used(pid, [userTime, systemTime])

/** PostgreSQL is a family of processes: the postmaster, its children, and what those had used that have ended. */
export const clockOfFamily = (pid: number) => (): number => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return (
    used(pid, [userTime, systemTime, childrenUserTime, childrenSystemTime]) +
    children.reduce((sum, child) => sum + usedIfRunning(Number(child)), 0)
  )
}

/** Fields of /proc/<pid>/stat, counted from the one that follows the name (proc(5)). */
const [userTime, systemTime, childrenUserTime, childrenSystemTime] = [11, 12, 13, 14]
/** Linux shows hundredths of a second to programs, whatever it counts in. */
const ticksPerSecond = 100

function used(pid: number, fields: number[]): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const values = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields.reduce((sum, field) => sum + Number(values[field]), 0) / ticksPerSecond
}

function usedIfRunning(pid: number): number {
  try {
    return used(pid, [userTime, systemTime])
  } catch {
    // It has ended since it was listed.
    return 0
  }
}
