import { componentOf } from '../schema.ts'
import { type HeaderName, responseHeaders } from './headers.ts'

export type Json = { [name: string]: unknown }

/** Collects the named schemas and responses of a document while its parts are described. */
export function createComponents() {
  const schemas = new Map<string, { source: object; described: Json }>()
  const responses = new Map<string, Json>()
  const headers = new Set<HeaderName>()

  /** A copy in which every named schema is a reference to its component. */
  function refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map(refer)
    if (schema === null || typeof schema !== 'object') return schema
    const component = componentOf(schema)
    if (component === undefined) return mapValues(schema, refer)
    add(component.name, component.schema)
    return referenceTo(component.name, component.schema, schema)
  }

  function add(name: string, source: object): void {
    const known = schemas.get(name)
    if (known !== undefined) {
      if (known.source !== source) throw new Error(`two schemas have the name ${name}`)
      return
    }
    const described: Json = {}
    schemas.set(name, { source, described })
    Object.assign(described, mapValues(source, refer))
  }

  return {
    refer: (schema: object): Json => refer(schema) as Json,
    /** A reference to a response that is the same for every operation. */
    share(name: string, response: Json): Json {
      responses.set(name, response)
      return { $ref: `#/components/responses/${name}` }
    },
    /** References to the headers of a response. */
    headers(names: HeaderName[]): Json {
      for (const name of names) headers.add(name)
      return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
    },
    /** Everything that was referred to, by name. */
    collected: () => ({
      headers: Object.fromEntries([...headers].map((name) => [name, responseHeaders[name]])),
      responses: Object.fromEntries(responses),
      schemas: Object.fromEntries(
        [...schemas]
          .map(([name, { described }]) => [name, described] as const)
          .toSorted(([one], [two]) => (one < two ? -1 : 1)),
      ),
    }),
  }
}
export type Components = ReturnType<typeof createComponents>

type Described = { type?: string | string[]; description?: string; default?: unknown }

/** What the use of a schema adds to it: null, another description, a default. */
function referenceTo(name: string, source: Described, use: Described): Json {
  const reference = { $ref: `#/components/schemas/${name}` }
  const isNullable = [use.type].flat().includes('null') && ![source.type].flat().includes('null')
  return {
    ...(isNullable ? { anyOf: [reference, { type: 'null' }] } : reference),
    ...((isNullable || use.description !== source.description) && { description: use.description }),
    ...(use.default !== undefined && { default: use.default }),
  }
}

const mapValues = (object: object, map: (value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
