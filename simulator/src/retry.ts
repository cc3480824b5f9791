/** What comes after an attempt: the service has it, or it is tried again after a pause, or it is dropped. */
export type Step = 'taken' | 'dropped' | { pauseMilliseconds: number }

// Mailgun's own pauses are minutes and hours. These outlast a restart of the service, and a test can wait for them.
const pausesMilliseconds = [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000, 8_000]

/** `answer` is the status the service answered with, or null when it did not answer. */
export function stepAfter(answer: number | null, attempts: number): Step {
  if (answer !== null && isTaken(answer)) return 'taken'
  // To Mailgun, 406 says that the service never wants this one.
  if (answer === 406) return 'dropped'
  const pauseMilliseconds = pausesMilliseconds[attempts - 1]
  return pauseMilliseconds === undefined ? 'dropped' : { pauseMilliseconds }
}

export function isTaken(answer: number): boolean {
  return answer >= 200 && answer < 300
}
