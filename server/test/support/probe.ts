import { monitorEventLoopDelay } from 'node:perf_hooks'

/** What a process has cost since it was last asked. */
export type Cost = {
  /** The longest time the event loop did not turn. */
  stallMilliseconds: number
  processorMilliseconds: number
  residentBytes: number
  /** The most resident memory seen, sampled when the event loop turns. */
  peakResidentBytes: number
}

/** Loaded into a service process with `--import`. It answers every message of its parent with what the process has cost since the last. */
const resolutionMilliseconds = 5
const sampleMilliseconds = 20

const delay = monitorEventLoopDelay({ resolution: resolutionMilliseconds })
delay.enable()
let peakResidentBytes = 0
const sample = (): number => {
  const residentBytes = process.memoryUsage.rss()
  peakResidentBytes = Math.max(peakResidentBytes, residentBytes)
  return residentBytes
}
setInterval(sample, sampleMilliseconds).unref()
let before = process.cpuUsage()

process.on('message', () => {
  const used = process.cpuUsage(before)
  const residentBytes = sample()
  const cost: Cost = {
    stallMilliseconds: Math.max(0, delay.max / 1e6 - resolutionMilliseconds),
    processorMilliseconds: (used.user + used.system) / 1000,
    residentBytes,
    peakResidentBytes,
  }
  before = process.cpuUsage()
  peakResidentBytes = residentBytes
  delay.reset()
  process.send!(cost)
})
// The process ends when its work ends, whether its parent listens or not.
process.channel?.unref()
