/** A background activity that runs until it is stopped. */
export type Worker = { stop: () => Promise<void> }

/** Calls `run`, which never throws, and waits between one run and the next. Stopping waits for the current run. */
export function repeat(
  run: (stopping: AbortSignal) => Promise<void>,
  pauseMilliseconds: number,
  firstPauseMilliseconds = 0,
): Worker {
  const stopping = new AbortController()
  const { signal } = stopping
  let current: Promise<void> | undefined
  const runAfter = (milliseconds: number): NodeJS.Timeout => setTimeout(() => void (current = runOnce()), milliseconds)
  const runOnce = async (): Promise<void> => {
    await run(signal)
    if (!signal.aborted) timer = runAfter(pauseMilliseconds)
  }
  let timer = runAfter(firstPauseMilliseconds)
  return {
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await current
    },
  }
}
