/** The resources that a process has used since the previous measurement. */
export type Cost = {
  /** The longest time in which the event loop was blocked. */
  stallMilliseconds: number
  processorMilliseconds: number
  residentBytes: number
  /** Sampled by a timer, so a blocked event loop delays the sample. */
  peakResidentBytes: number
  /** Open TCP connections now, including those to the database. */
  connections: number
}

/** Loaded into a service process with `--import`. Replies to every message of the parent process with a `Cost`. */
const turnMilliseconds = 5
const sampleMilliseconds = 20

// Not monitorEventLoopDelay: its histogram drops the first interval after each reset, so it would miss a stall caused by a
// request that is sent right after a measurement.
let turnedAt = performance.now()
let stallMilliseconds = 0
const turn = (): void => {
  const now = performance.now()
  stallMilliseconds = Math.max(stallMilliseconds, now - turnedAt - turnMilliseconds)
  turnedAt = now
}
setInterval(turn, turnMilliseconds).unref()
let peakResidentBytes = 0
const sample = (): number => {
  const residentBytes = process.memoryUsage.rss()
  peakResidentBytes = Math.max(peakResidentBytes, residentBytes)
  return residentBytes
}
setInterval(sample, sampleMilliseconds).unref()
let before = process.cpuUsage()

process.on('message', () => {
  // The message may be handled before the timer fires, which would miss the stall that just ended.
  turn()
  const used = process.cpuUsage(before)
  const residentBytes = sample()
  const cost: Cost = {
    stallMilliseconds,
    processorMilliseconds: (used.user + used.system) / 1000,
    residentBytes,
    peakResidentBytes,
    connections: process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length,
  }
  before = process.cpuUsage()
  peakResidentBytes = residentBytes
  stallMilliseconds = 0
  process.send!(cost)
})
// The IPC channel must not keep the process alive.
process.channel?.unref()
