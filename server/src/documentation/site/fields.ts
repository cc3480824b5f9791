import { propertiesOf } from '../../schema.ts'
import { hrefOfValue } from './code-links.ts'
import type { Field, FieldValue } from './page.ts'

/** The parts of a JSON Schema that our definitions use. */
type Schema = {
  type?: string | string[]
  description?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  'x-extensible-enum'?: unknown[]
  'x-extensible'?: boolean
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  patternProperties?: Record<string, Schema>
  anyOf?: Schema[]
  oneOf?: Schema[]
  default?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  pattern?: string
}

/** The fields of an object schema. Of a list: those of its items. */
export function fieldsOf(given: object | undefined): Field[] {
  const schema = (given ?? {}) as Schema
  const variants = variantsOf(schema)
  if (variants.length > 0) return mergeFields(variants.flatMap(fieldsOf))
  if (schema.items !== undefined) return fieldsOf(schema.items)
  const named = Object.entries(propertiesOf(schema) as Record<string, Schema>).map(([name, inner]) =>
    fieldOf(name, inner, schema.required?.includes(name) ?? false),
  )
  const anyName = Object.values(schema.patternProperties ?? {})[0] ?? schema.additionalProperties
  return typeof anyName === 'object' ? [...named, fieldOf('<name>', anyName, false)] : named
}

export const fieldOf = (name: string, given: object, isRequired: boolean): Field => {
  const schema = given as Schema
  const { listed, isOpen } = valuesOf(schema)
  return {
    name,
    type: typeOf(schema),
    isRequired,
    text: schema.description ?? '',
    limits: limitsOf(schema),
    values: listed.map((value): FieldValue => ({ text: value, href: hrefOfValue(name, value) })),
    isOpen,
    fields: fieldsOf(schema),
  }
}

/** A field that is present in several variants is described once. */
const mergeFields = (fields: Field[]): Field[] => [...new Map(fields.map((field) => [field.name, field])).values()]

const variantsOf = ({ anyOf, oneOf }: Schema): Schema[] => anyOf ?? oneOf ?? []

function typeOf(schema: Schema): string {
  const variants = variantsOf(schema)
  if (variants.length > 0) return [...new Set(variants.map(typeOf))].join(' or ')
  const types = [schema.type ?? (schema.properties === undefined ? 'any value' : 'object')].flat()
  return types.map((type) => nameOfType(type, schema)).join(' or ')
}

function nameOfType(type: string, schema: Schema): string {
  if (type === 'array') return schema.items === undefined ? 'list' : `list of ${plural(typeOf(schema.items))}`
  if (type === 'string' && schema.format !== undefined) return schema.format
  return type
}

const plural = (type: string): string => (/^(string|object|integer|number|boolean)$/.test(type) ? `${type}s` : type)

function valuesOf(schema: Schema): { listed: string[]; isOpen: boolean } {
  const inner = schema.items ?? schema
  const open = inner['x-extensible-enum']
  const all = inner.enum ?? open ?? (inner.const === undefined ? [] : [inner.const])
  return {
    listed: all.filter((value) => typeof value === 'string'),
    isOpen: open !== undefined || inner['x-extensible'] === true,
  }
}

/** Each limit of a schema in words. */
const limitsOf = ({
  default: preset,
  minLength,
  maxLength,
  minimum,
  maximum,
  minItems,
  maxItems,
}: Schema): string[] => [
  ...range(minLength === 1 ? undefined : minLength, maxLength, ' characters'),
  ...range(minimum, maximum, ''),
  ...range(minItems, maxItems, ' items'),
  ...(preset === undefined ? [] : [`default ${JSON.stringify(preset)}`]),
]

function range(least: number | undefined, most: number | undefined, unit: string): string[] {
  const format = (count: number): string => count.toLocaleString('en-GB')
  if (least !== undefined && most !== undefined) return [`from ${format(least)} to ${format(most)}${unit}`]
  if (most !== undefined) return [`at most ${format(most)}${unit}`]
  return least === undefined ? [] : [`at least ${format(least)}${unit}`]
}
