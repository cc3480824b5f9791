import type { TSchema } from 'typebox'
import { propertiesOf } from '../schema.ts'

/**
 * Truncates every list and text that is too long for the schema to just above its bound, so that it is still too long. The
 * validator reports all errors, so it would check every item of a list and match every pattern and format, even beyond the
 * bound. Only parts in the schema are visited; a value within its bounds is returned unchanged.
 */
export function prune(schema: TSchema, value: unknown): unknown {
  const { items, maxItems, maxLength } = schema as { items?: TSchema; maxItems?: number; maxLength?: number }
  if (typeof value === 'string') return maxLength === undefined ? value : truncate(value, maxLength)
  if (Array.isArray(value)) {
    const list = maxItems !== undefined && value.length > maxItems ? value.slice(0, maxItems + 1) : value
    return items === undefined ? list : pruneItems(items, list)
  }
  return value !== null && typeof value === 'object' ? pruneFields(schema, value as Record<string, unknown>) : value
}

/** Lengths are in code points, each of which is one or two units of the string. */
const truncate = (text: string, maxLength: number): string =>
  text.length > 2 * maxLength + 2 ? text.slice(0, 2 * maxLength + 2) : text

function pruneItems(schema: TSchema, given: unknown[]): unknown[] {
  const pruned = given.map((item) => prune(schema, item))
  return pruned.every((item, index) => item === given[index]) ? given : pruned
}

/** Fields that are not in the schema are not copied, because they are not validated and there may be very many. */
function pruneFields(schema: TSchema, given: Record<string, unknown>): Record<string, unknown> {
  const known = Object.entries(propertiesOf(schema)).filter(([name]) => Object.hasOwn(given, name))
  const pruned = known.map(([name, property]) => [name, prune(property as TSchema, given[name])] as const)
  return pruned.every(([name, value]) => value === given[name]) ? given : Object.fromEntries(pruned)
}
