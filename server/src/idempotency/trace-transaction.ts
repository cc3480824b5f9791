import { endWork, failWork, isSampled, isTraced, startWork, type Traced, within } from '../tracing.ts'

/**
 * One transaction for these calls. It belongs to the trace of the first call that is sampled and is linked with the others, because a
 * span has one parent.
 */
export async function traceTransaction<T>(name: string, calls: Traced[], run: () => Promise<T>): Promise<T> {
  if (!isTraced()) return run()
  const traces = calls.flatMap(({ trace }) => trace ?? [])
  const parent = traces.find(isSampled) ?? traces[0]
  const others = traces.filter((trace) => trace !== parent)
  const work = startWork('transaction', `transaction ${name}`, parent, others)!
  try {
    const result = await within(work, run)
    endWork(work, { operation: name, calls: calls.length })
    return result
  } catch (error) {
    failWork(work, error)
    throw error
  }
}
