/** The host of a URL is checked before it gets here. A redirect could lead to a host that was not checked. */
const fetchOptions = (): RequestInit => ({ redirect: 'error', signal: AbortSignal.timeout(5_000) })
const largestTextBytes = 64 * 1024

/**
 * Returns null if the resource certainly does not exist. Rejects if that cannot be determined now, so that the provider
 * retries.
 */
export async function fetchText(url: string): Promise<string | null> {
  const response = await fetch(url, fetchOptions())
  if (response.ok) return readText(response)
  await response.body?.cancel()
  if (response.status >= 500) throw new Error(`the certificate could not be fetched: ${response.status}`)
  return null
}

async function readText({ body }: Response): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    // Leaving the loop cancels the remaining body.
    if (bytes > largestTextBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Fetching the URL confirms the subscription. The content is not used. */
export async function confirmSubscription(url: string): Promise<void> {
  const response = await fetch(url, fetchOptions())
  await response.body?.cancel()
  if (!response.ok) throw new Error(`the confirmation was not accepted: ${response.status}`)
}
