import type { TSchema } from 'typebox'
import { propertiesOf } from '../schema.ts'

/** Names beyond these limits are left out of the header, so that a hostile body cannot fill it. */
const maxNames = 20
const maxCharacters = 1_000
const maxNameCharacters = 64

/** The value of Tidings-Warning: each name once, separated by commas, and dots at the end when some were left out. */
export function writeWarning(names: Iterable<string>): string | null {
  const named = new Set<string>()
  let characters = 0
  for (const name of names) {
    if (named.has(name)) continue
    characters += name.length
    if (named.size === maxNames || characters > maxCharacters) {
      named.add('...')
      break
    }
    named.add(name)
  }
  return named.size === 0 ? null : [...named].join(', ')
}

/**
 * The paths in a body that its schema does not know, such as `body.chanels`: fields, and values of an extensible enumeration.
 * The items of a list share one path, because a mistake in one item is usually in all.
 */
export function* unknownInBody(schema: TSchema, value: unknown, path = 'body'): Generator<string> {
  const { items, 'x-extensible-enum': values } = schema as { items?: TSchema; 'x-extensible-enum'?: readonly string[] }
  if (Array.isArray(value)) {
    if (items !== undefined) for (const item of value) yield* unknownInBody(items, item, path)
  } else if (value !== null && typeof value === 'object') {
    if ('properties' in schema) yield* unknownFields(propertiesOf(schema), value as Record<string, unknown>, path)
  } else if (typeof value === 'string' && values?.includes(value) === false) yield path
}

function* unknownFields(
  known: Record<string, object>,
  fields: Record<string, unknown>,
  path: string,
): Generator<string> {
  for (const name of Object.keys(fields)) {
    const schema = Object.hasOwn(known, name) ? known[name] : undefined
    if (schema === undefined) yield pathTo(path, name)
    else yield* unknownInBody(schema, fields[name], `${path}.${name}`)
  }
}

export function* unknownInQuery(known: Record<string, object>, names: Iterable<string>): Generator<string> {
  for (const name of names) if (!Object.hasOwn(known, name)) yield pathTo('query', name)
}

/** Percent-encoded, so that a name cannot end the header or look like two names. */
const pathTo = (path: string, name: string): string =>
  `${path}.${encodeURIComponent(name.slice(0, maxNameCharacters).toWellFormed())}`
