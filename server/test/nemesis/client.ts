import { setTimeout as sleep } from 'node:timers/promises'
import type { Shop } from '../support/client.ts'
import type { Call, History, Operation } from './history.ts'
import type { Place } from './supervised-process.ts'

/** Somebody who asks the service: whom, by which chances, and where it is written down. */
export type Asker = { apis: Place[]; history: History; next: () => number }
export type Asked = {
  shop: Pick<Shop, 'id' | 'key'>
  operation: Operation
  method?: 'GET' | 'POST'
  path: string
  key?: string
  body?: string
  mustBe?: number
}

const answerMilliseconds = 10_000
/** After that a merchant would call somebody. */
const patienceMilliseconds = 180_000

/** One request, to any of the processes that serve merchants. Everything about it is recorded. */
export async function ask({ apis, history, next }: Asker, asked: Asked): Promise<Call> {
  const place = apis[Math.floor(next() * apis.length)]!
  const askedAt = Date.now()
  const { status, text } = await send(place.url, asked)
  const call: Call = {
    kind: 'call',
    place: place.name,
    shop: asked.shop.id,
    operation: asked.operation,
    path: asked.path,
    key: asked.key ?? null,
    body: asked.body ?? null,
    askedAt,
    endedAt: Date.now(),
    status,
    text,
    ...(asked.mustBe !== undefined && { mustBe: asked.mustBe }),
  }
  history.record(call)
  return call
}

/** Asked again with the same key for as long as it may help, as the contract wants it (7.3). */
export async function askUntilAnswered(asker: Asker, asked: Asked): Promise<Call> {
  const before = Date.now()
  for (let pause = 50; ; pause = Math.min(pause * 2, 1_000)) {
    const call = await ask(asker, asked)
    if (!isToBeRepeated(call) || Date.now() - before > patienceMilliseconds) return call
    await sleep(pause * (0.5 + asker.next()))
  }
}

const isToBeRepeated = ({ status, text }: Call): boolean =>
  status === null ||
  status === 429 ||
  status >= 500 ||
  (status === 409 && text.includes('idempotency.request_in_progress'))

async function send(
  url: string,
  { shop, method = 'POST', path, key, body }: Asked,
): Promise<Pick<Call, 'status' | 'text'>> {
  try {
    const answer = await fetch(url + path, {
      method,
      signal: AbortSignal.timeout(answerMilliseconds),
      headers: {
        Authorization: `Bearer ${shop.key}`,
        ...(key !== undefined && { 'Idempotency-Key': key }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    })
    return { status: answer.status, text: await answer.text() }
  } catch {
    return { status: null, text: '' }
  }
}
