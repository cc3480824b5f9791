import type { Example } from '../examples/example.ts'

/** A field of the response or of an item of its list, with the values that it has in the example. */
export type PrintedField = { path: string[]; values: unknown[] }
/** What a sample prints: nothing of an empty response, or some fields. Without fields it prints the whole response. */
export type Printed = { list: string | null; fields: PrintedField[] } | 'no_content'

const defaultFieldCount = 2

export function printedOf({ response, prints }: Example): Printed {
  if (!isObject(response)) return 'no_content'
  const names = prints ?? firstFields(response)
  const list = /^(\w+)\[\]/.exec(names[0] ?? '')?.[1] ?? null
  const sources = list === null ? [response] : (response[list] as unknown[])
  const fields = names.map((name) => {
    const path = name.replace(/^\w+\[\]\./, '').split('.')
    return { path, values: sources.map((source) => valueAt(source, path)) }
  })
  return { list, fields }
}

function firstFields(response: Record<string, unknown>): string[] {
  const { items } = response
  if (!Array.isArray(items)) return simpleFields(response)
  return simpleFields(items[0]).map((name) => `items[].${name}`)
}

const simpleFields = (value: unknown): string[] =>
  Object.entries(value ?? {})
    .filter(([, inner]) => inner !== null && typeof inner !== 'object')
    .slice(0, defaultFieldCount)
    .map(([name]) => name)

const valueAt = (source: unknown, path: string[]): unknown =>
  path.reduce((value, name) => (isObject(value) ? value[name] : undefined), source)

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object'
