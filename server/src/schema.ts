import { type Static, type TSchema, Type } from 'typebox'

/** Uses a type list and not a union, so that a validation error names the other type. */
export function nullable<T extends TSchema>(schema: T) {
  const { type, enum: values } = schema as { type?: string; enum?: readonly unknown[] }
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [type, 'null'], ...(values && { enum: [...values, null] }) })
}

export const literal = <const T extends readonly string[]>(
  values: T,
  options: { description?: string; default?: T[number] } = {},
) => Type.Unsafe<T[number]>({ type: 'string', enum: values, ...options })

/** Accepts any value. The code that reads it takes what is usable and enforces its own bounds. */
export const freeForm = (description: string) => Type.Unknown({ 'x-free-form': true, description })

/** The path parameter of an operator operation on one business. */
export const businessPath = Type.Object({ business_id: Type.String() })

type Property = { type?: string | string[] } & Record<string, unknown>
/** The fields of an object schema by name. */
export function propertiesOf(schema: object = {}): Record<string, Property> {
  return 'properties' in schema ? (schema.properties as Record<string, Property>) : {}
}
