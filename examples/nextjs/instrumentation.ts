/** Next.js calls this once, when the server starts: events that an earlier process stored and did not handle. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { events } = await import('./lib/events')
  await events().handlePending()
  setInterval(() => void events().handlePending(), 60_000).unref()
}
