import { type TSchema, Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { freeForm, literal, nullable } from '../schema.ts'
import { developmentOperations, merchantOperations, operatorOperations } from './operations.ts'

type Schema = Record<string, unknown> & { items?: Schema; properties?: Record<string, Schema> }
/** Texts in a path or a query are bounded by the 16 KiB that Node allows for the head of a request. Texts in a body are not. */
type Part = 'head' | 'body'

/** The paths of a schema that have no bound, each with the type that is not bounded. */
function unbounded(schema: Schema, part: Part, path: string): string[] {
  const types = [schema['type'] ?? 'anything'].flat() as string[]
  return types.flatMap((type) => {
    switch (type) {
      case 'string':
        return part === 'head' || isBoundedText(schema) ? [] : [`${path}: string`]
      case 'array':
        return [
          ...(Number.isInteger(schema['maxItems']) ? [] : [`${path}: array`]),
          ...(schema.items === undefined ? [`${path}: items`] : unbounded(schema.items, 'body', `${path}[]`)),
        ]
      case 'object':
        return unboundedObject(schema, part, path)
      case 'anything':
        return schema['x-free-form'] === true ? [] : [`${path}: anything`]
      default:
        return []
    }
  })
}

/** Undeclared fields are ignored, unless the schema allows additional properties. */
function unboundedObject(schema: Schema, part: Part, path: string): string[] {
  const isOpen = ['additionalProperties', 'patternProperties', 'unevaluatedProperties'].some((name) => name in schema)
  const inner = Object.entries(schema.properties ?? {})
  return [
    ...(schema.properties === undefined || isOpen ? [`${path}: object`] : []),
    ...inner.flatMap(([name, property]) => unbounded(property, part, `${path}.${name}`)),
  ]
}

const isBoundedText = ({ maxLength, enum: values, pattern }: Schema): boolean =>
  Number.isInteger(maxLength) ||
  Array.isArray(values) ||
  (typeof pattern === 'string' && /^\^[^*+]*\$$/.test(pattern) && !/\{\d+,\}/.test(pattern))

describe('every list, text and object of a request has a bound (7)', () => {
  for (const { name, params, query, body } of [...merchantOperations, ...operatorOperations, ...developmentOperations])
    test(name, () => {
      const parts = [
        [params, 'head', 'path'],
        [query, 'head', 'query'],
        [body, 'body', 'body'],
      ] as const
      expect(
        parts.flatMap(([schema, part, path]) =>
          schema === undefined ? [] : unbounded(schema as unknown as Schema, part, path),
        ),
      ).toEqual([])
    })
})

describe('the check finds parts without a bound', () => {
  for (const [what, schema, part, expected] of [
    ['a text', Type.Object({ a: Type.String() }), 'body', ['body.a: string']],
    ['a text or null', Type.Object({ a: nullable(Type.String()) }), 'body', ['body.a: string']],
    ['a text with a format', Type.Object({ a: Type.String({ format: 'email' }) }), 'body', ['body.a: string']],
    ['a text with a long pattern', Type.String({ pattern: '^[a-z]+$' }), 'body', ['body: string']],
    ['a text with a pattern that starts anywhere', Type.String({ pattern: '[a-z]{2}$' }), 'body', ['body: string']],
    ['a list', Type.Array(literal(['a', 'b'])), 'body', ['body: array']],
    ['a list in a query', Type.Object({ a: Type.Array(literal(['a', 'b'])) }), 'head', ['body.a: array']],
    ['items', Type.Array(Type.String(), { maxItems: 5 }), 'body', ['body[]: string']],
    ['an object of anything', Type.Unsafe<object>({ type: 'object' }), 'body', ['body: object']],
    ['an object in a query', Type.Unsafe<object>({ type: 'object' }), 'head', ['body: object']],
    ['an object of any names', Type.Object({}, { additionalProperties: true }), 'body', ['body: object']],
    ['anything', Type.Object({ a: Type.Unknown() }), 'body', ['body.a: anything']],
    ['a free-form field', Type.Object({ a: freeForm('Ignored where it is not usable.') }), 'body', []],
    ['a text in a path', Type.Object({ a: Type.String() }), 'head', []],
    ['bounded texts', Type.Object({ a: Type.String({ maxLength: 1 }), b: literal(['x']) }), 'body', []],
    ['a short pattern', Type.String({ pattern: '^[A-Z]{2}$' }), 'body', []],
  ] as [string, TSchema, Part, string[]][])
    test(`${what}: ${expected.join(', ') || 'nothing'}`, () => {
      expect(unbounded(schema as unknown as Schema, part, 'body')).toEqual(expected)
    })
})
