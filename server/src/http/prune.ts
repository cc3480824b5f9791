import type { TSchema } from 'typebox'
import { propertiesOf } from '../schema.ts'

/**
 * The value with every list and text that the schema finds too long cut to just above its bound, so that it still is too long. A
 * validator that names every fault looks at each item of a list, and asks each pattern and format about a text, also after the
 * bound was passed. Only the parts the schema knows are visited; a value within its bounds is given back as it is.
 */
export function prune(schema: TSchema, value: unknown): unknown {
  const { items, maxItems, maxLength } = schema as { items?: TSchema; maxItems?: number; maxLength?: number }
  if (typeof value === 'string') return maxLength === undefined ? value : cut(value, maxLength)
  if (Array.isArray(value)) {
    const kept = maxItems !== undefined && value.length > maxItems ? value.slice(0, maxItems + 1) : value
    return items === undefined ? kept : pruneItems(items, kept)
  }
  return value !== null && typeof value === 'object' ? pruneFields(schema, value as Record<string, unknown>) : value
}

/** Characters are counted as code points, of which each is one or two units of the string. */
const cut = (text: string, maxLength: number): string =>
  text.length > 2 * maxLength + 2 ? text.slice(0, 2 * maxLength + 2) : text

function pruneItems(schema: TSchema, given: unknown[]): unknown[] {
  const pruned = given.map((item) => prune(schema, item))
  return pruned.every((item, index) => item === given[index]) ? given : pruned
}

/** Fields the schema does not know are not copied: nothing looks at them, and there may be very many. */
function pruneFields(schema: TSchema, given: Record<string, unknown>): Record<string, unknown> {
  const known = Object.entries(propertiesOf(schema)).filter(([name]) => Object.hasOwn(given, name))
  const pruned = known.map(([name, property]) => [name, prune(property as TSchema, given[name])] as const)
  return pruned.every(([name, value]) => value === given[name]) ? given : Object.fromEntries(pruned)
}
