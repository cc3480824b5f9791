import type { IncomingHttpHeaders } from 'node:http'
import type { TSchema } from 'typebox'
import { emailIdentity } from '../email.ts'
import type { ValidationError } from '../errors.ts'
import { defaultKeyMaxLength, type Input, type Operation } from '../operation.ts'
import { propertiesOf } from '../schema.ts'
import { hasTooManyValues } from './json-bounds.ts'
import { describeJsonError } from './json-error.ts'
import { guardText, textError } from './text-guard.ts'
import { unknownInBody, unknownInQuery, writeWarning } from './unknown-names.ts'
import { compile } from './validation.ts'
import { boundValidationErrors, maxValidationErrors, validationError } from './validation-error.ts'

type RawInput = {
  rawParams: Record<string, string>
  rawQuery: string
  headers: IncomingHttpHeaders
  bytes: Buffer
}
/** `sentBody` is the body as it was sent, before its items were validated one by one. */
export type ValidInput = { input: Input; sentBody: unknown; idempotencyKey: string | null }
/** `warning` lists the names in the request that the operation does not know; null when there are none. */
export type ReadInput = (raw: RawInput) => { warning: string | null } & (ValidInput | { errors: ValidationError[] })

/** The message of a wrong Content-Type, which help recognises. */
export const contentTypeMessage =
  'Input should be a valid dictionary or object to extract fields from; the Content-Type of a JSON body is application/json'

type Part = { value: unknown; errors: ValidationError[] }

/** Validates the input of one operation. The errors of all parts are reported together, path first and body last (7). */
export function createReadInput(operation: Operation): ReadInput {
  const params = checked(operation.params, 'path')
  const query = checked(operation.query, 'query')
  const items = operation.itemsField === undefined ? null : createReadItems(operation.body!, operation.itemsField)
  const body = checked(items === null ? operation.body : items.envelope, 'body')
  const addresses = namesWith(operation.params, 'format', 'email')
  const known = propertiesOf(operation.query)

  return ({ rawParams, rawQuery, headers, bytes }) => {
    const path = params(decodePath(rawParams))
    const pairs = splitQuery(rawQuery)
    const parameters = query(parseTyped(readQuery(pairs, known), known))
    const key = readKey(operation, headers['idempotency-key'])
    const sent =
      operation.body === undefined
        ? { value: undefined, errors: [] }
        : body(parseBody(bytes, headers['content-type'], operation))
    const warning = writeWarning(unknownNames(operation, pairs, sent.value))
    const errors = [...path.errors, ...parameters.errors, ...key.errors, ...sent.errors]
    if (errors.length > 0) return { errors: boundValidationErrors(errors), warning }
    const input = {
      params: withAddresses(path.value as Record<string, string>, addresses),
      query: parameters.value,
      body: items === null ? sent.value : items.read(sent.value),
    }
    return { input, sentBody: sent.value, idempotencyKey: key.value as string | null, warning }
  }
}

function* unknownNames({ query, body }: Operation, pairs: Pair[], sent: unknown): Generator<string> {
  yield* unknownInQuery(
    propertiesOf(query),
    pairs.map(([name]) => name),
  )
  if (body !== undefined) yield* unknownInBody(body, sent)
}

/** Two spellings of an address are the same target, for the handler and for the idempotency key (4.1.3). */
const withAddresses = (params: Record<string, string>, names: string[]): Record<string, string> => ({
  ...params,
  ...Object.fromEntries(names.map((name) => [name, emailIdentity(params[name]!)])),
})

/**
 * Adds the errors of the schema at locations that have no decoding error. A part that could not be decoded as a whole, or has
 * the maximum number of errors, is not validated.
 */
function checked(schema: TSchema | undefined, partName: string): (part: Part) => Part {
  if (schema === undefined) return ({ errors }) => ({ value: {}, errors })
  const validate = compile(schema)
  return ({ value, errors }) => {
    if (errors.length >= maxValidationErrors || errors.some(({ loc }) => loc.length === 1)) return { value, errors }
    const named = new Set(errors.map(({ loc }) => JSON.stringify(loc)))
    return {
      value,
      errors: [...errors, ...validate(value, [partName]).filter(({ loc }) => !named.has(JSON.stringify(loc)))],
    }
  }
}

function decodePath(rawParams: Record<string, string>): Part {
  const value: Record<string, string> = {}
  const errors: ValidationError[] = []
  for (const [name, raw] of Object.entries(rawParams)) {
    const text = decode(raw)
    const error = textError(text, ['path', name])
    if (error !== null) errors.push(error)
    value[name] = text
  }
  return { value, errors }
}

/** Returns a lone surrogate for bytes that are not UTF-8, so that the text guard reports the error. */
function decode(raw: string): string {
  try {
    return decodeURIComponent(raw)
  } catch {
    return '\ud800'
  }
}

type Pair = [name: string, text: string]
const splitQuery = (rawQuery: string): Pair[] =>
  rawQuery
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...valueParts] = pair.replaceAll('+', ' ').split('=')
      return [decode(name), decode(valueParts.join('='))]
    })

/** Returns the known parameters, and the last value of a repeated one. The text of every parameter is validated (7.1). */
function readQuery(pairs: Pair[], known: Record<string, object>): Part {
  const errors = new Map<string, ValidationError>()
  for (const [name, text] of pairs) {
    if (errors.size === maxValidationErrors) break
    const nameError = textError(name, ['query'])
    const found = nameError === null ? textError(text, ['query', name]) : { ...nameError, input: null }
    if (found !== null) errors.set(JSON.stringify(found.loc), found)
  }
  return {
    value: Object.fromEntries(pairs.filter(([name]) => Object.hasOwn(known, name))),
    errors: [...errors.values()],
  }
}

/** The texts of query parameters that are no strings. */
const queryTypes: Record<string, { shape: RegExp; parse: (text: string) => unknown; type: string; msg: string }> = {
  integer: {
    shape: /^[+-]?\d{1,15}$/,
    parse: Number,
    type: 'int_parsing',
    msg: 'Input should be a valid integer, unable to parse string as an integer',
  },
  boolean: {
    shape: /^(true|false)$/,
    parse: (text) => text === 'true',
    type: 'bool_parsing',
    msg: 'Input should be a valid boolean, unable to interpret input',
  },
}

function parseTyped({ value, errors }: Part, known: Record<string, { type?: string | string[] }>): Part {
  const query = value as Record<string, unknown>
  const added = Object.entries(query).flatMap(([name, text]) => {
    const expected = queryTypes[String(known[name]!.type)]
    if (expected === undefined || errors.some(({ loc }) => loc[1] === name)) return []
    if (!expected.shape.test(String(text))) return [validationError(expected.type, ['query', name], expected.msg, text)]
    query[name] = expected.parse(String(text))
    return []
  })
  return { value: query, errors: [...errors, ...added] }
}

const namesWith = (schema: TSchema | undefined, keyword: string, wanted: string): string[] =>
  Object.entries(propertiesOf(schema)).flatMap(([name, property]) => (property[keyword] === wanted ? [name] : []))

function readKey(operation: Operation, header: string | string[] | undefined): Part {
  const isOptional = operation.access === 'operator' && operation.effect === 'change' && operation.optionalKey === true
  if (operation.idempotent !== true && !(isOptional && header !== undefined)) return { value: null, errors: [] }
  const keyMaxLength = (operation.idempotent === true ? operation.keyMaxLength : undefined) ?? defaultKeyMaxLength
  const loc = ['header', 'Idempotency-Key']
  // Never echoed: a key may be derived from data that must not be in a response.
  const invalid = (type: string, msg: string): Part => ({ value: '', errors: [validationError(type, loc, msg, null)] })
  if (header === undefined) return invalid('missing', 'Field required')
  const key = String(header)
  if (key.length === 0) return invalid('string_too_short', 'String should have at least 1 character')
  if (key.length > keyMaxLength)
    return invalid('string_too_long', `String should have at most ${keyMaxLength} characters`)
  return { value: key, errors: [] }
}

/** A batch of 100 pushes that each name 100 obsolete messages has about 12,000 values. */
const maxValues = 50_000
const utf8 = new TextDecoder('utf-8', { fatal: true })

function parseBody(
  bytes: Buffer,
  contentType: string | undefined,
  { optionalBody, itemsField }: Pick<Operation, 'optionalBody' | 'itemsField'>,
): Part {
  const whole = (type: string, msg: string, input: string | null = null): Part => ({
    value: undefined,
    errors: [validationError(type, ['body'], msg, input)],
  })
  if (bytes.length === 0) return optionalBody === true ? { value: {}, errors: [] } : whole('missing', 'Field required')
  if (contentType !== undefined && !/^application\/json\s*(;|$)/i.test(contentType))
    return whole('model_attributes_type', contentTypeMessage, contentType)
  if (hasTooManyValues(bytes, maxValues))
    return whole('json_invalid', `JSON decode error: more than ${maxValues.toLocaleString('en')} values`)
  const parsed = parseJson(bytes)
  if ('problem' in parsed) return whole('json_invalid', `JSON decode error: ${parsed.problem}`)
  if (parsed.value === null) return whole('missing', 'Field required')
  return { value: parsed.value, errors: guardText(parsed.value, ['body'], itemsField) }
}

function parseJson(bytes: Buffer): { value: unknown } | { problem: string } {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return { problem: 'the body is not valid UTF-8' }
  }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { problem: describeJsonError(text) }
  }
}

/** An item of a list whose items succeed or fail independently. The locations of its errors are relative to the item. */
type Item = { sent: unknown } | { sent: unknown; errors: ValidationError[] }

/** Validates the list without its items, and then each item as if it had been sent by itself. */
function createReadItems(schema: TSchema, field: string): { envelope: TSchema; read: (body: unknown) => unknown } {
  const list = propertiesOf(schema)[field]!
  const envelope = { ...schema, properties: { ...propertiesOf(schema), [field]: { ...list, items: {} } } }
  const validate = compile(list['items'] as TSchema)
  const readItem = (sent: unknown): Item => {
    const unreadable = guardText(sent, [])
    const errors =
      unreadable.length > 0
        ? unreadable
        : sent === null
          ? [validationError('missing', [], 'Field required', null)]
          : validate(sent, [])
    return errors.length > 0 ? { sent, errors } : { sent }
  }
  return { envelope, read: (body) => ({ [field]: (body as Record<string, unknown[]>)[field]!.map(readItem) }) }
}
