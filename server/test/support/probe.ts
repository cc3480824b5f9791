/** What a process has cost since it was last asked. */
export type Cost = {
  /** The longest time the event loop did not turn. */
  stallMilliseconds: number
  processorMilliseconds: number
  residentBytes: number
  /** The most resident memory seen, sampled when the event loop turns. */
  peakResidentBytes: number
  /** TCP connections it holds now, those to its database among them. */
  connections: number
}

/** Loaded into a service process with `--import`. It answers every message of its parent with what the process has cost since the last. */
const turnMilliseconds = 5
const sampleMilliseconds = 20

// A timer of our own and not monitorEventLoopDelay, whose histogram drops the first interval after each reset: a request that is
// sent right after a measurement would stall the event loop unseen.
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
  // A message may be read before the timer fires.
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
// The process ends when its work ends, whether its parent listens or not.
process.channel?.unref()
