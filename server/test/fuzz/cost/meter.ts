import type { MeasuredService } from '../../harness/measured-service.ts'

export type Metered<T> = {
  result: T
  stallMilliseconds: number
  processorMilliseconds: number
  peakResidentBytes: number
}

/**
 * Measures the cost of the process during `work`. The idle load, a few percent of the time, is included: it is far below every
 * limit, and on a busy machine the estimate to subtract would be larger than the actual use.
 */
export async function meter<T>({ measure }: MeasuredService, work: () => Promise<T>): Promise<Metered<T>> {
  await measure()
  const result = await work()
  const { stallMilliseconds, processorMilliseconds, peakResidentBytes } = await measure()
  return { result, stallMilliseconds, processorMilliseconds, peakResidentBytes }
}
