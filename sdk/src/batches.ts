import { type ErrorCode, TidingsConnectionError, TidingsError } from './errors.ts'
import type { BatchItemError, BatchResult, PushRequest, PushResult } from './openapi.ts'

/** Why an item of a batch has no result. */
export type BatchItemFailure = {
  /** The code of the item, or of the request that contained it. `no_response` if that request had no complete response. */
  code: BatchItemError | ErrorCode | 'no_response'
  detail: string | null
  /** True if the item may be stored. Repeat the batch with the same key to find out. */
  isOutcomeUnknown: boolean
  /** The error of the request that contained the item. Null if only the item failed. */
  cause: TidingsError | TidingsConnectionError | null
}
/** `index` is the position in the list that was given. */
export type BatchItem =
  | { index: number; result: PushResult; error?: never }
  | { index: number; error: BatchItemFailure; result?: never }
/** `items` are in the order that was given. */
export type BatchReport = { items: BatchItem[]; idempotencyKey: string }

type Chunk = { firstIndex: number; messages: PushRequest[] }

const maxItems = 100
const maxBodyBytes = 8 * 1024 * 1024
const maxKeyLength = 252
const wrapperBytes = '{"messages":[]}'.length

/** Splits by the limits of a request on items and on bytes. The same list is always split in the same way. */
export function splitBatch(messages: readonly PushRequest[]): Chunk[] {
  const encoder = new TextEncoder()
  const chunks: Chunk[] = []
  let bytes = 0
  for (const [index, message] of messages.entries()) {
    const messageBytes = encoder.encode(JSON.stringify(message)).length + 1
    const current = chunks.at(-1)
    if (current === undefined || current.messages.length === maxItems || bytes + messageBytes > maxBodyBytes) {
      chunks.push({ firstIndex: index, messages: [message] })
      bytes = wrapperBytes + messageBytes
    } else {
      current.messages.push(message)
      bytes += messageBytes
    }
  }
  return chunks
}

/** Pushes each chunk with its own key, one after another. A chunk that fails does not prevent the following. */
export async function pushChunks(
  messages: readonly PushRequest[],
  idempotencyKey: string,
  push: (messages: PushRequest[], idempotencyKey: string) => Promise<BatchResult>,
): Promise<BatchReport> {
  const chunks = splitBatch(messages)
  // The first chunk has the key of the call, so a batch of up to 100 is the same with and without this client.
  const keys = chunks.map((_, index) => (index === 0 ? idempotencyKey : `${idempotencyKey}/${index}`))
  // The service would refuse the later chunks after it has stored the first.
  if (keys.some((key) => key.length > maxKeyLength)) throw new TypeError('idempotencyKey is too long for this batch')
  const items: BatchItem[] = []
  for (const [index, chunk] of chunks.entries())
    items.push(
      ...(await push(chunk.messages, keys[index]!).then(
        (result) => resultsOf(chunk, result),
        (error: unknown) => failuresOf(chunk, error),
      )),
    )
  return { items, idempotencyKey }
}

const resultsOf = ({ firstIndex }: Chunk, { results }: BatchResult): BatchItem[] =>
  results.map(({ index, result, error_code: code, detail }) =>
    result === null
      ? { index: firstIndex + index, error: { code: code ?? 'unknown', detail, isOutcomeUnknown: false, cause: null } }
      : { index: firstIndex + index, result },
  )

function failuresOf({ firstIndex, messages }: Chunk, cause: unknown): BatchItem[] {
  if (!(cause instanceof TidingsError || cause instanceof TidingsConnectionError)) throw cause
  const failure: BatchItemFailure = {
    code: cause instanceof TidingsError ? cause.code : 'no_response',
    detail: cause.message,
    isOutcomeUnknown: cause.isOutcomeUnknown,
    cause,
  }
  return messages.map((_, index) => ({ index: firstIndex + index, error: failure }))
}
