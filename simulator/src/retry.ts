export type NextStep = 'accepted' | 'dropped' | { retryAfterMilliseconds: number }

// Mailgun waits minutes and hours. These delays are short enough for a test and outlast a restart of the service.
const delaysMilliseconds = [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000, 8_000]

/** `status` is null when the service did not respond. */
export function nextStep(status: number | null, attempts: number): NextStep {
  if (status !== null && isSuccess(status)) return 'accepted'
  // Mailgun does not retry after 406.
  if (status === 406) return 'dropped'
  const retryAfterMilliseconds = delaysMilliseconds[attempts - 1]
  return retryAfterMilliseconds === undefined ? 'dropped' : { retryAfterMilliseconds }
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}
