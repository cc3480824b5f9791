import type { Run } from '../shell.ts'
import { operatorClient } from '../shell.ts'

type Query = Record<string, string | undefined>
type Page<Item> = { items: Item[]; next_cursor: string | null }
type RequestOptions = { body?: unknown; query?: Query; idempotencyKey?: string }

/** A request to the operator interface. `path` is relative to it. */
export function operatorRequest<Result>(
  run: Run<object>,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  { query = {}, ...options }: RequestOptions = {},
): Promise<Result> {
  return operatorClient(run).request<Result>(method, `/operator/v1${path}`, {
    query: given(query),
    signal: run.signal,
    ...options,
  })
}

/** The items of a list, page by page. */
export async function* operatorItems<Item>(run: Run<object>, path: string, query: Query = {}): AsyncGenerator<Item> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Page<Item> = await operatorRequest<Page<Item>>(run, 'GET', path, {
      query: { ...query, ...(cursor !== undefined && { cursor }) },
    })
    yield* page.items
    cursor = page.next_cursor
  }
}

const given = (query: Query): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined))
