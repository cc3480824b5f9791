import { readFileSync } from 'node:fs'

/** The ticks of all processors since the machine began: all of them, and those in which the host ran another machine instead. */
function ticks(): { all: number; stolen: number } {
  const [, ...counts] = /^cpu .*$/m.exec(readFileSync('/proc/stat', 'utf8'))![0].split(/\s+/).map(Number)
  // The eighth is the stolen time; those after it are parts of the others.
  const own = counts.slice(0, 8)
  return { all: own.reduce((sum, count) => sum + count, 0), stolen: own[7]! }
}

/** The function it gives says what share of the processors' time the machine's host gave to others since. */
export function watchStolen(): () => number {
  const before = ticks()
  return () => {
    const now = ticks()
    return (now.stolen - before.stolen) / Math.max(1, now.all - before.all)
  }
}
