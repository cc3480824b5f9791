/** Whose credits the page shows, and what opens the service's word on them. */
export type Account = { url: string; businessId: string; apiKey: string; operatorToken: string }
export type LedgerEntry = { id: string; delta: number; kind: string; note: string | null; at: string }
export type Credits = { balance: number; entries: LedgerEntry[] }

const mostEntries = 10
// The page is asked for again and again: it must not wait long for a service that hangs.
const patienceMilliseconds = 1_000

/** The balance, and the newest entries of the ledger first. Null when the service does not say. */
export async function readCredits({ url, businessId, apiKey, operatorToken }: Account): Promise<Credits | null> {
  try {
    const [{ balance }, { items }] = await Promise.all([
      read<{ balance: number }>(`${url}/api/v1/credits`, apiKey),
      read<{ items: LedgerEntry[] }>(
        `${url}/operator/v1/businesses/${businessId}/ledger?limit=${mostEntries}`,
        operatorToken,
      ),
    ])
    return { balance, entries: items }
  } catch {
    return null
  }
}

async function read<T>(url: string, token: string): Promise<T> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(patienceMilliseconds) })
  if (!answer.ok) throw new Error(`The service answered ${answer.status}`)
  return (await answer.json()) as T
}
