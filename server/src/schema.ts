import { type Static, type TSchema, Type } from 'typebox'

/** Null is accepted only where the interface says "or null", and a type list keeps the fault about the other type. */
export function nullable<T extends TSchema>(schema: T) {
  const { type, enum: values } = schema as { type?: string; enum?: readonly unknown[] }
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [type, 'null'], ...(values && { enum: [...values, null] }) })
}

/** One of these strings. */
export const literal = <const T extends readonly string[]>(
  values: T,
  options: { description?: string; default?: T[number] } = {},
) => Type.Unsafe<T[number]>({ type: 'string', enum: values, ...options })

/** Anything at all, which no request fails for. Whoever reads it takes what is usable and within its own bounds. */
export const freeForm = (description: string) => Type.Unknown({ 'x-free-form': true, description })

/** The path parameter of an operation of the operator on one business. */
export const businessPath = Type.Object({ business_id: Type.String() })

type Property = { type?: string | string[] } & Record<string, unknown>
/** The fields of an object schema by name. */
export function propertiesOf(schema: object = {}): Record<string, Property> {
  return 'properties' in schema ? (schema.properties as Record<string, Property>) : {}
}
