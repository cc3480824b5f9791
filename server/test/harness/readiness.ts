export async function isReady(url: string): Promise<boolean> {
  return (await readiness(url)) === 200
}

/** The status of /readyz, or null if there is no response within 5 seconds. */
export async function readiness(url: string): Promise<number | null> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) })
    await response.text()
    return response.status
  } catch {
    return null
  }
}
