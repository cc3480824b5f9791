/** The business whose credits the page shows, and the credentials that read them from the service. */
export type Account = { url: string; businessId: string; apiKey: string; operatorToken: string }
export type LedgerEntry = { id: string; delta: number; kind: string; note: string | null; at: string }
export type Credits = { balance: number; entries: LedgerEntry[] }

const maxEntries = 10
// The page reloads every 1.5 seconds, so a service that hangs must not delay it for long.
const waitTimeoutMilliseconds = 1_000

/** The balance and the newest ledger entries, newest first. Null when the service cannot be read. */
export async function fetchCredits({ url, businessId, apiKey, operatorToken }: Account): Promise<Credits | null> {
  try {
    const [{ balance }, { items }] = await Promise.all([
      getJson<{ balance: number }>(`${url}/api/v1/credits`, apiKey),
      getJson<{ items: LedgerEntry[] }>(
        `${url}/operator/v1/businesses/${businessId}/ledger?limit=${maxEntries}`,
        operatorToken,
      ),
    ])
    return { balance, entries: items }
  } catch {
    return null
  }
}

async function getJson<T>(url: string, token: string): Promise<T> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(waitTimeoutMilliseconds) })
  if (!response.ok) throw new Error(`The service responded with ${response.status}`)
  return (await response.json()) as T
}
