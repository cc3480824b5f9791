import { setTimeout as sleep } from 'node:timers/promises'
import type { SupervisedProcess } from '../harness/supervised-process.ts'
import type { Shop } from '../support/client.ts'
import type { Call, History, Operation } from './history.ts'

/** What a request needs: the processes to choose from, the history that records it, and a random number generator. */
export type Caller = { apis: SupervisedProcess[]; history: History; next: () => number }
export type ApiRequest = {
  shop: Pick<Shop, 'id' | 'key'>
  operation: Operation
  method?: 'GET' | 'POST'
  path: string
  key?: string
  body?: string
  expectedStatus?: number
}

const responseTimeoutMilliseconds = 10_000
const retryTimeoutMilliseconds = 180_000

/** Sends one request to a random api process and records it with its response. */
export async function sendRequest({ apis, history, next }: Caller, request: ApiRequest): Promise<Call> {
  const target = apis[Math.floor(next() * apis.length)]!
  const startedAt = Date.now()
  const { status, text } = await exchange(target.url, request)
  const call: Call = {
    kind: 'call',
    processName: target.name,
    shop: request.shop.id,
    operation: request.operation,
    path: request.path,
    key: request.key ?? null,
    body: request.body ?? null,
    startedAt,
    endedAt: Date.now(),
    status,
    text,
    ...(request.expectedStatus !== undefined && { expectedStatus: request.expectedStatus }),
  }
  history.record(call)
  return call
}

/** Repeats the request with the same key while the result is retryable, as the contract requires of merchants (7.3). */
export async function requestUntilDone(caller: Caller, request: ApiRequest): Promise<Call> {
  const before = Date.now()
  for (let pause = 50; ; pause = Math.min(pause * 2, 1_000)) {
    const call = await sendRequest(caller, request)
    if (!isRetryable(call) || Date.now() - before > retryTimeoutMilliseconds) return call
    await sleep(pause * (0.5 + caller.next()))
  }
}

const isRetryable = ({ status, text }: Call): boolean =>
  status === null ||
  status === 429 ||
  status >= 500 ||
  (status === 409 && text.includes('idempotency.request_in_progress'))

async function exchange(
  url: string,
  { shop, method = 'POST', path, key, body }: ApiRequest,
): Promise<Pick<Call, 'status' | 'text'>> {
  try {
    const response = await fetch(url + path, {
      method,
      signal: AbortSignal.timeout(responseTimeoutMilliseconds),
      headers: {
        Authorization: `Bearer ${shop.key}`,
        ...(key !== undefined && { 'Idempotency-Key': key }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    })
    return { status: response.status, text: await response.text() }
  } catch {
    return { status: null, text: '' }
  }
}
