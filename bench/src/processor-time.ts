import { readFileSync } from 'node:fs'

/** Each function returns the processor time used so far, in seconds. */
export type CpuClocks<Name extends string> = Record<Name, () => number>

/** Returns a function that gives the processor time used since this call, in milliseconds per item, for each clock. */
export function startCpuClocks<Name extends string>(clocks: CpuClocks<Name>): (count: number) => Record<Name, number> {
  const read = (): [Name, number][] =>
    (Object.keys(clocks) as Name[]).map((name): [Name, number] => [name, clocks[name]()])
  const before = new Map(read())
  return (count) =>
    Object.fromEntries(read().map(([name, now]) => [name, ((now - before.get(name)!) * 1000) / count])) as Record<
      Name,
      number
    >
}

export const cpuClock = (pid: number) => (): number => used(pid, [userTime, systemTime])

/** The time of a process and its children, including children that have exited: PostgreSQL runs one process per connection. */
export const cpuClockWithChildren = (pid: number) => (): number => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return (
    used(pid, [userTime, systemTime, childrenUserTime, childrenSystemTime]) +
    children.reduce((sum, child) => sum + usedIfRunning(Number(child)), 0)
  )
}

/** Fields of /proc/<pid>/stat, counted from the one after the name (proc(5)). */
const [userTime, systemTime, childrenUserTime, childrenSystemTime] = [11, 12, 13, 14]
/** Linux reports hundredths of a second to programs, whatever its internal unit is. */
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
    // The process has exited since it was listed.
    return 0
  }
}
