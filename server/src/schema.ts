import { type Static, type TSchema, Type } from 'typebox'
import type { CodeWords } from './code-words.ts'

/** Uses a type list and not a union, so that a validation error names the other type. */
export function nullable<T extends TSchema>(schema: T) {
  const { type, enum: values } = schema as { type?: string; enum?: readonly unknown[] }
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [type, 'null'], ...(values && { enum: [...values, null] }) })
}

export const literal = <const T extends readonly string[]>(
  values: T,
  options: { description?: string; default?: T[number] } = {},
) => Type.Unsafe<T[number]>({ type: 'string', enum: values, ...options })

/**
 * An enumeration to which values may be added (9). A client must expect a value that it does not know. `words` explain the
 * values.
 */
export const growing = <const T extends readonly string[]>(
  values: T,
  description: string,
  words?: Readonly<Record<string, CodeWords>>,
) =>
  Type.Unsafe<T[number]>({
    type: 'string',
    enum: values,
    'x-extensible': true,
    description,
    ...(words && { 'x-enumDescriptions': Object.fromEntries(values.map((value) => [value, words[value]?.meaning])) }),
  })

/** Any text of at most this length. The OpenAPI document lists the known values, and `Tidings-Warning` names the others. */
export const knownText = (values: readonly string[], options: { maxLength: number; description: string }) =>
  Type.String({ minLength: 1, 'x-extensible-enum': values, ...options })

/** Accepts any value. The code that reads it takes what is usable and enforces its own bounds. */
export const freeForm = (description: string) => Type.Unknown({ 'x-free-form': true, description })

export const moment = (description: string) => Type.String({ format: 'date-time', description })

/** The schema with another description: what it means where it is used. */
export const described = <T extends TSchema>(description: string, schema: T): T => ({ ...schema, description })

const component = Symbol('component')
type Component = { name: string; schema: TSchema }
/**
 * Names a schema. The OpenAPI document has it once, under this name, and refers to it wherever it is used. A symbol, because a copy
 * of the schema has it too and the validator ignores it.
 */
export const named = <T extends TSchema>(name: string, schema: T): T => ({ ...schema, [component]: { name, schema } })
export const componentOf = (schema: object): Component | undefined => (schema as { [component]?: Component })[component]

/** `message.not_sent` becomes MessageNotSent. */
export const pascalCase = (name: string): string =>
  name.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The path parameter of an operator operation on one business. */
export const businessPath = Type.Object({
  business_id: Type.String({ description: 'The id of the business. It begins with `biz_`.' }),
})

type Property = { type?: string | string[] } & Record<string, unknown>
/** The fields of an object schema by name. */
export function propertiesOf(schema: object = {}): Record<string, Property> {
  return 'properties' in schema ? (schema.properties as Record<string, Property>) : {}
}
