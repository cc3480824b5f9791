import { propertiesOf } from '../../../src/schema.ts'
import type { Draw } from '../draw.ts'
import { nearMatch } from './hostile-text.ts'
import { shapes, type WriteValue } from './json-text.ts'

type Property = Record<string, unknown>
/** Steps from the body to a value: the name of a field, or every item of a list. */
type Step = { field: string } | 'items'
type Place = { steps: Step[]; name: string; property: Property }

const mostItems = 100

/**
 * A body that is good but for one expensive value: in any field the schema has, at any level, in a field it does not have, or
 * instead of the whole. Or all of it is wrong. `family` says which.
 */
export function expensiveBody(draw: Draw, schema: object, bytes: number): { family: string; text: string } {
  if (draw.chance(0.1)) return { family: 'many faults', text: wrongEverywhere(schema as Property, bytes) }
  const { steps, name, property } = draw.pick(placesOf(schema as Property))
  const [family, write] = draw.chance(0.25)
    ? (['near match', near(name, property)] as const)
    : draw.pick(Object.entries(shapes))
  return { family, text: writeAt(draw, schema as Property, steps, bytes, write) }
}

const near =
  (name: string, property: Property): WriteValue =>
  (draw, bytes) =>
    JSON.stringify(nearMatch(draw, name, property, bytes))

function placesOf(schema: Property, steps: Step[] = [], name = ''): Place[] {
  const here = { steps, name, property: schema }
  const items = schema['items'] as Property | undefined
  const fields = Object.entries(propertiesOf(schema))
  return [
    here,
    ...(items === undefined ? [] : placesOf(items, [...steps, 'items'], name)),
    ...fields.flatMap(([field, property]) => placesOf(property, [...steps, { field }], field)),
    // A name that nobody knows, beside the fields.
    ...(fields.length === 0 ? [] : [{ steps: [...steps, { field: 'unknown' }], name: 'unknown', property: {} }]),
  ]
}

function writeAt(draw: Draw, schema: Property, [step, ...rest]: Step[], bytes: number, write: WriteValue): string {
  if (step === undefined) return write(draw, bytes)
  if (step === 'items') {
    const count = Math.ceil(mostItems ** (draw.below(1_000) / 1_000))
    const items = schema['items'] as Property
    const written = Array.from({ length: count }, () => writeAt(draw, items, rest, bytes / count, write))
    return `[${written.join(',')}]`
  }
  const properties = propertiesOf(schema)
  const required = (schema['required'] as string[] | undefined) ?? []
  const good = required
    .filter((field) => field !== step.field)
    .map((field) => `${JSON.stringify(field)}:${JSON.stringify(goodValue(draw, field, properties[field]!))}`)
  const inner = properties[step.field] ?? {}
  const expensive = `${JSON.stringify(step.field)}:${writeAt(draw, inner, rest, bytes, write)}`
  return `{${[...good, expensive].join(',')}}`
}

function goodValue(draw: Draw, name: string, property: Property): unknown {
  const type = [property['type']].flat()[0]
  if (Array.isArray(property['enum'])) return property['enum'][0]
  if (name === 'url') return 'https://127.0.0.1/'
  if (name.endsWith('phone')) return '+447700900123'
  if (property['format'] === 'email') return `reader-${draw.below(50)}@example.com`
  if (type === 'integer') return Math.max(1, Number(property['minimum'] ?? 1))
  if (type === 'array') return [goodValue(draw, name, property['items'] as Property)]
  if (type !== 'object') return type === 'boolean' ? false : 'GB'
  const required = (property['required'] as string[] | undefined) ?? []
  return Object.fromEntries(required.map((field) => [field, goodValue(draw, field, propertiesOf(property)[field]!)]))
}

/** Every field of the wrong type, and every list as long as it takes to fill the bytes with wrong items. */
function wrongEverywhere(schema: Property, bytes: number): string {
  const type = [schema['type']].flat()[0]
  if (type === 'array') {
    const items = schema['items'] as Property
    const item = wrongEverywhere(items, 100)
    return `[${Array.from({ length: Math.max(1, Math.floor(bytes / item.length)) }, () => item).join(',')}]`
  }
  if (type !== 'object') return type === 'string' ? '0' : '"\\u0000"'
  const fields = Object.entries(propertiesOf(schema))
  const lists = fields.filter(([, property]) => [property.type].flat().includes('array')).length
  return `{${fields.map(([field, property]) => `"${field}":${wrongEverywhere(property, bytes / Math.max(1, lists))}`).join(',')}}`
}
