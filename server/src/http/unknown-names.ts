import type { TSchema } from 'typebox'
import { propertiesOf } from '../schema.ts'

/** The header is for people: what does not fit is left out. The limits also keep a hostile body from filling it. */
const mostNames = 20
const mostCharacters = 1_000
const mostCharactersOfName = 64

/** The value of Tidings-Warning: each name once, separated by commas, and dots at the end when some were left out. */
export function writeWarning(names: Iterable<string>): string | null {
  const named = new Set<string>()
  let characters = 0
  for (const name of names) {
    if (named.has(name)) continue
    characters += name.length
    if (named.size === mostNames || characters > mostCharacters) {
      named.add('...')
      break
    }
    named.add(name)
  }
  return named.size === 0 ? null : [...named].join(', ')
}

/**
 * What a body holds that its schema does not know, as places such as `body.chanels`: fields, and values of an enumeration that
 * can grow. Items of a list have one name together, since a mistake in one is usually a mistake in all.
 */
export function* unknownInBody(schema: TSchema, value: unknown, place = 'body'): Generator<string> {
  const { items, 'x-extensible-enum': values } = schema as { items?: TSchema; 'x-extensible-enum'?: readonly string[] }
  if (Array.isArray(value)) {
    if (items !== undefined) for (const item of value) yield* unknownInBody(items, item, place)
  } else if (value !== null && typeof value === 'object') {
    if ('properties' in schema) yield* unknownFields(propertiesOf(schema), value as Record<string, unknown>, place)
  } else if (typeof value === 'string' && values?.includes(value) === false) yield place
}

function* unknownFields(
  known: Record<string, object>,
  fields: Record<string, unknown>,
  place: string,
): Generator<string> {
  for (const name of Object.keys(fields)) {
    const schema = Object.hasOwn(known, name) ? known[name] : undefined
    if (schema === undefined) yield nameOf(place, name)
    else yield* unknownInBody(schema, fields[name], `${place}.${name}`)
  }
}

export function* unknownInQuery(known: Record<string, object>, names: Iterable<string>): Generator<string> {
  for (const name of names) if (!Object.hasOwn(known, name)) yield nameOf('query', name)
}

/** Percent-encoded, so that no name can end the header or look like two. */
const nameOf = (place: string, name: string): string =>
  `${place}.${encodeURIComponent(name.slice(0, mostCharactersOfName).toWellFormed())}`
