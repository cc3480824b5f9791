/** Addresses come here only after their host was judged; a redirect would lead to one that was not. */
const politely = (): RequestInit => ({ redirect: 'error', signal: AbortSignal.timeout(5_000) })
const largestTextBytes = 64 * 1024

/** The text at an address; null when there certainly is none. It rejects when that cannot be told now, so that it is asked again. */
export async function fetchText(url: string): Promise<string | null> {
  const response = await fetch(url, politely())
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
    // Leaving the loop cancels the rest.
    if (bytes > largestTextBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** A visit that is a yes. What is there does not matter. */
export async function visitOnce(url: string): Promise<void> {
  const response = await fetch(url, politely())
  await response.body?.cancel()
  if (!response.ok) throw new Error(`the confirmation was not accepted: ${response.status}`)
}
