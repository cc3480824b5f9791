import type { Context } from '../../context.ts'
import type { ErrorCode } from '../../errors.ts'
import type { Operation } from '../../operation.ts'
import { createReadInput, type ReadInput } from '../input.ts'
import { createPerform, invalid, type Performer } from '../perform.ts'
import type { HttpResponse } from '../response.ts'

/** What a form sends to an operation. `once` is the idempotency key: a form that is submitted twice has one effect. */
type ActInput = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown; once?: string }
export type ActResult =
  | { isDone: true; body: unknown }
  | { isDone: false; code: ErrorCode /** The sentence for people, if there is one. */; help: string | null }
/** Calls an operation as a person: the same validation, handler and refusals as for a key or an operator's token. */
export type Act = (operation: Operation, input: ActInput) => Promise<ActResult>

export function createActs(
  context: Context,
  operations: Operation[],
): (performer: Performer, requestId: string) => Act {
  const perform = createPerform(context, operations)
  const readers = new Map<Operation, ReadInput>()
  const readerOf = (operation: Operation): ReadInput => {
    const reader = readers.get(operation) ?? createReadInput(operation)
    readers.set(operation, reader)
    return reader
  }
  return (performer, requestId) =>
    async (operation, { params = {}, query = {}, body, once }) => {
      const read = readerOf(operation)({
        rawParams: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, encodeURIComponent(value)])),
        rawQuery: new URLSearchParams(query).toString(),
        headers: { 'content-type': 'application/json', ...(once !== undefined && { 'idempotency-key': once }) },
        bytes: body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)),
      })
      if ('errors' in read) return resultOf(invalid(operation, read.errors))
      const { response } = await perform(operation, performer, read, requestId)
      return resultOf(response)
    }
}

function resultOf({ errorCode, body, help }: HttpResponse): ActResult {
  if (errorCode !== null) return { isDone: false, code: errorCode, help: help ?? null }
  return { isDone: true, body: typeof body === 'string' ? JSON.parse(body) : null }
}
