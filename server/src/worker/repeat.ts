/** Anything that works until it is stopped. */
export type Worker = { stop: () => Promise<void> }

/** Calls `run`, which never throws, again each time this long after it has ended. Stopping waits for a run that is under way. */
export function repeat(
  run: (stopping: AbortSignal) => Promise<void>,
  pauseMilliseconds: number,
  firstPauseMilliseconds = 0,
): Worker {
  const stopping = new AbortController()
  const { signal } = stopping
  let underWay: Promise<void> | undefined
  const runAfter = (milliseconds: number): NodeJS.Timeout => setTimeout(() => void (underWay = runOnce()), milliseconds)
  const runOnce = async (): Promise<void> => {
    await run(signal)
    if (!signal.aborted) timer = runAfter(pauseMilliseconds)
  }
  let timer = runAfter(firstPauseMilliseconds)
  return {
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await underWay
    },
  }
}
