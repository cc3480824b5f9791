import type { ServiceProcess } from '../../support/service-process.ts'

export type Metered<T> = {
  result: T
  stallMilliseconds: number
  processorMilliseconds: number
  peakResidentBytes: number
}

/**
 * What the process cost while this ran. What it uses when idle, a few hundredths of the time, is included: that is far below
 * every limit, and subtracting it on a busy machine would take away more than it used.
 */
export async function meter<T>({ measure }: ServiceProcess, work: () => Promise<T>): Promise<Metered<T>> {
  await measure()
  const result = await work()
  const { stallMilliseconds, processorMilliseconds, peakResidentBytes } = await measure()
  return { result, stallMilliseconds, processorMilliseconds, peakResidentBytes }
}
