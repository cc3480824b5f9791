import { type TSchema, Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { freeForm, literal, nullable } from '../schema.ts'
import { developmentOperations, merchantOperations, operatorOperations } from './operations.ts'

type Schema = Record<string, unknown> & { items?: Schema; properties?: Record<string, Schema> }
/** Texts in a path or a query are bounded by the 16 KiB that Node allows the head of a request. Nothing bounds those of a body. */
type Part = 'head' | 'body'

/** The places of a schema where a request may be as long as it likes, each with what is not bounded there. */
function unbounded(schema: Schema, part: Part, place: string): string[] {
  const types = [schema['type'] ?? 'anything'].flat() as string[]
  return types.flatMap((type) => {
    switch (type) {
      case 'string':
        return part === 'head' || isBoundedText(schema) ? [] : [`${place}: string`]
      case 'array':
        return [
          ...(Number.isInteger(schema['maxItems']) ? [] : [`${place}: array`]),
          ...(schema.items === undefined ? [`${place}: items`] : unbounded(schema.items, 'body', `${place}[]`)),
        ]
      case 'object':
        return unboundedObject(schema, part, place)
      case 'anything':
        return schema['x-free-form'] === true ? [] : [`${place}: anything`]
      default:
        return []
    }
  })
}

/** Fields that are not declared are ignored, unless the schema says that they count. */
function unboundedObject(schema: Schema, part: Part, place: string): string[] {
  const isOpen = ['additionalProperties', 'patternProperties', 'unevaluatedProperties'].some((name) => name in schema)
  const inner = Object.entries(schema.properties ?? {})
  return [
    ...(schema.properties === undefined || isOpen ? [`${place}: object`] : []),
    ...inner.flatMap(([name, property]) => unbounded(property, part, `${place}.${name}`)),
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
        parts.flatMap(([schema, part, place]) =>
          schema === undefined ? [] : unbounded(schema as unknown as Schema, part, place),
        ),
      ).toEqual([])
    })
})

describe('what has no bound is found', () => {
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
    ['what is declared so', Type.Object({ a: freeForm('Ignored where it is not usable.') }), 'body', []],
    ['a text in a path', Type.Object({ a: Type.String() }), 'head', []],
    ['bounded texts', Type.Object({ a: Type.String({ maxLength: 1 }), b: literal(['x']) }), 'body', []],
    ['a short pattern', Type.String({ pattern: '^[A-Z]{2}$' }), 'body', []],
  ] as [string, TSchema, Part, string[]][])
    test(`${what}: ${expected.join(', ') || 'nothing'}`, () => {
      expect(unbounded(schema as unknown as Schema, part, 'body')).toEqual(expected)
    })
})
