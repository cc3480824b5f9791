import { readFileSync } from 'node:fs'

/** The ticks of all processors since boot: all of them, and those in which the host ran another virtual machine. */
function ticks(): { all: number; stolen: number } {
  const [, ...counts] = /^cpu .*$/m.exec(readFileSync('/proc/stat', 'utf8'))![0].split(/\s+/).map(Number)
  // The eighth counter is the stolen time. The counters after it are included in the others.
  const own = counts.slice(0, 8)
  return { all: own.reduce((sum, count) => sum + count, 0), stolen: own[7]! }
}

/** Returns a function that returns the share of processor time stolen by the host since this call. */
export function watchStolenTime(): () => number {
  const before = ticks()
  return () => {
    const now = ticks()
    return (now.stolen - before.stolen) / Math.max(1, now.all - before.all)
  }
}
