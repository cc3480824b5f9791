import type { ClockFacts } from './clock.decide.ts'

export type HttpRead =
  | { kind: 'failed'; code: string; isTls: boolean }
  | { kind: 'response'; status: number; body: string; clock: Omit<ClockFacts[number], 'name'> | null }

const timeoutMilliseconds = 8_000
const maxBodyCharacters = 64 * 1024

/** One request, without redirects. Does not throw for errors of the network. */
export async function readHttp(url: string, options: RequestInit = {}): Promise<HttpRead> {
  const began = Date.now()
  try {
    const signal = AbortSignal.timeout(timeoutMilliseconds)
    const response = await fetch(url, { ...options, redirect: 'manual', signal })
    const clock = clockOf(response.headers.get('date'), began, Date.now())
    const body = (await response.text()).slice(0, maxBodyCharacters)
    return { kind: 'response', status: response.status, body, clock }
  } catch (error) {
    const code = codeOf(error)
    return { kind: 'failed', code, isTls: /CERT|SELF_SIGNED|SSL|TLS|VERIFY/.test(code) }
  }
}

/** The header has whole seconds. */
function clockOf(header: string | null, began: number, ended: number): Omit<ClockFacts[number], 'name'> | null {
  const time = Date.parse(header ?? '')
  if (Number.isNaN(time)) return null
  const uncertaintySeconds = (ended - began) / 2000 + 1
  return { aheadSeconds: (time + 500 - (began + ended) / 2) / 1000, uncertaintySeconds }
}

/** A code without a part of the URL, which can contain a secret. */
function codeOf(error: unknown): string {
  const { name, code, cause } = Object(error) as { name?: string; code?: string; cause?: { code?: string } }
  return name === 'TimeoutError' ? 'ETIMEDOUT' : (cause?.code ?? code ?? name ?? 'unknown')
}
