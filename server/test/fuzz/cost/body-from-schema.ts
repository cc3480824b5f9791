import { propertiesOf } from '../../../src/schema.ts'
import type { Random } from '../random.ts'
import { nearMatch } from './hostile-text.ts'
import { shapes, type WriteValue } from './json-text.ts'

type Property = Record<string, unknown>
/** One step on the path from the body to a value: the name of a field, or every item of a list. */
type Step = { field: string } | 'items'
type Location = { steps: Step[]; name: string; property: Property }

const maxItems = 100

/**
 * A valid body except for one expensive value, which replaces any field at any level, an unknown field, or the whole body; or
 * a body in which every value is invalid. `family` names the kind.
 */
export function expensiveBody(random: Random, schema: object, bytes: number): { family: string; text: string } {
  if (random.bool(0.1)) return { family: 'many validation errors', text: wrongEverywhere(schema as Property, bytes) }
  const { steps, name, property } = random.pick(locationsIn(schema as Property))
  const [family, write] = random.bool(0.25)
    ? (['near match', near(name, property)] as const)
    : random.pick(Object.entries(shapes))
  return { family, text: writeAt(random, schema as Property, steps, bytes, write) }
}

const near =
  (name: string, property: Property): WriteValue =>
  (random, bytes) =>
    JSON.stringify(nearMatch(random, name, property, bytes))

function locationsIn(schema: Property, steps: Step[] = [], name = ''): Location[] {
  const here = { steps, name, property: schema }
  const items = schema['items'] as Property | undefined
  const fields = Object.entries(propertiesOf(schema))
  return [
    here,
    ...(items === undefined ? [] : locationsIn(items, [...steps, 'items'], name)),
    ...fields.flatMap(([field, property]) => locationsIn(property, [...steps, { field }], field)),
    // A field that is not in the schema.
    ...(fields.length === 0 ? [] : [{ steps: [...steps, { field: 'unknown' }], name: 'unknown', property: {} }]),
  ]
}

function writeAt(random: Random, schema: Property, [step, ...rest]: Step[], bytes: number, write: WriteValue): string {
  if (step === undefined) return write(random, bytes)
  if (step === 'items') {
    const count = Math.ceil(maxItems ** (random.below(1_000) / 1_000))
    const items = schema['items'] as Property
    const written = Array.from({ length: count }, () => writeAt(random, items, rest, bytes / count, write))
    return `[${written.join(',')}]`
  }
  const properties = propertiesOf(schema)
  const required = (schema['required'] as string[] | undefined) ?? []
  const good = required
    .filter((field) => field !== step.field)
    .map((field) => `${JSON.stringify(field)}:${JSON.stringify(goodValue(random, field, properties[field]!))}`)
  const inner = properties[step.field] ?? {}
  const expensive = `${JSON.stringify(step.field)}:${writeAt(random, inner, rest, bytes, write)}`
  return `{${[...good, expensive].join(',')}}`
}

function goodValue(random: Random, name: string, property: Property): unknown {
  const type = [property['type']].flat()[0]
  if (Array.isArray(property['enum'])) return property['enum'][0]
  if (name === 'url') return 'https://127.0.0.1/'
  if (name.endsWith('phone')) return '+447700900123'
  if (property['format'] === 'email') return `reader-${random.below(50)}@example.com`
  if (type === 'integer') return Math.max(1, Number(property['minimum'] ?? 1))
  if (type === 'array') return [goodValue(random, name, property['items'] as Property)]
  if (type !== 'object') return type === 'boolean' ? false : 'GB'
  const required = (property['required'] as string[] | undefined) ?? []
  return Object.fromEntries(required.map((field) => [field, goodValue(random, field, propertiesOf(property)[field]!)]))
}

/** Every field has the wrong type, and lists of wrong items fill the bytes. */
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
