import type { IncomingHttpHeaders } from 'node:http'
import type { TSchema } from 'typebox'
import { emailIdentity } from '../email.ts'
import type { Fault } from '../errors.ts'
import { defaultKeyMaxLength, type Input, type Operation } from '../operation.ts'
import { propertiesOf } from '../schema.ts'
import { boundedFaults, fault, mostFaults } from './fault.ts'
import { hasTooManyValues } from './json-bounds.ts'
import { describeJsonError } from './json-error.ts'
import { guardText, textFault } from './text-guard.ts'
import { unknownInBody, unknownInQuery, writeWarning } from './unknown-names.ts'
import { compile } from './validation.ts'

type RawInput = {
  rawParams: Record<string, string>
  rawQuery: string
  headers: IncomingHttpHeaders
  bytes: Buffer
}
/** `sentBody` is the body as it was sent, before items were judged one by one. */
export type ValidInput = { input: Input; sentBody: unknown; idempotencyKey: string }
/** `warning` names what the request holds and the operation does not know; null when there is nothing. */
export type ReadInput = (raw: RawInput) => { warning: string | null } & (ValidInput | { faults: Fault[] })

type Part = { value: unknown; faults: Fault[] }

/** Validation of one operation: every part is read, and the faults of all are reported together, path first and body last (7). */
export function createReadInput(operation: Operation): ReadInput {
  const params = checked(operation.params, 'path')
  const query = checked(operation.query, 'query')
  const items = operation.itemsField === undefined ? null : createReadItems(operation.body!, operation.itemsField)
  const body = checked(items === null ? operation.body : items.envelope, 'body')
  const integers = namesWith(operation.query, 'type', 'integer')
  const addresses = namesWith(operation.params, 'format', 'email')
  const known = propertiesOf(operation.query)

  return ({ rawParams, rawQuery, headers, bytes }) => {
    const path = params(decodePath(rawParams))
    const pairs = splitQuery(rawQuery)
    const asked = query(toIntegers(readQuery(pairs, known), integers))
    const key = readKey(operation, headers['idempotency-key'])
    const sent =
      operation.body === undefined
        ? { value: undefined, faults: [] }
        : body(parseBody(bytes, headers['content-type'], operation))
    const warning = writeWarning(unknownNames(operation, pairs, sent.value))
    const faults = [...path.faults, ...asked.faults, ...key.faults, ...sent.faults]
    if (faults.length > 0) return { faults: boundedFaults(faults), warning }
    const input = {
      params: withAddresses(path.value as Record<string, string>, addresses),
      query: asked.value,
      body: items === null ? sent.value : items.read(sent.value),
    }
    return { input, sentBody: sent.value, idempotencyKey: String(key.value), warning }
  }
}

function* unknownNames({ query, body }: Operation, pairs: Pair[], sent: unknown): Generator<string> {
  yield* unknownInQuery(
    propertiesOf(query),
    pairs.map(([name]) => name),
  )
  if (body !== undefined) yield* unknownInBody(body, sent)
}

/** Two spellings of one address are one target, for the handler and for the idempotency key (4.1.3). */
const withAddresses = (params: Record<string, string>, names: string[]): Record<string, string> => ({
  ...params,
  ...Object.fromEntries(names.map((name) => [name, emailIdentity(params[name]!)])),
})

/**
 * The schema's faults at places the decoding had nothing to say about. A part that could not be decoded as a whole, or has more
 * faults than are answered, is not looked into.
 */
function checked(schema: TSchema | undefined, place: string): (part: Part) => Part {
  if (schema === undefined) return ({ faults }) => ({ value: {}, faults })
  const validate = compile(schema)
  return ({ value, faults }) => {
    if (faults.length >= mostFaults || faults.some(({ loc }) => loc.length === 1)) return { value, faults }
    const named = new Set(faults.map(({ loc }) => JSON.stringify(loc)))
    return {
      value,
      faults: [...faults, ...validate(value, [place]).filter(({ loc }) => !named.has(JSON.stringify(loc)))],
    }
  }
}

function decodePath(rawParams: Record<string, string>): Part {
  const value: Record<string, string> = {}
  const faults: Fault[] = []
  for (const [name, raw] of Object.entries(rawParams)) {
    const text = decode(raw)
    const wrong = textFault(text, ['path', name])
    if (wrong !== null) faults.push(wrong)
    value[name] = text
  }
  return { value, faults }
}

/** A lone surrogate stands for bytes that are no UTF-8, so that the text guard says what is wrong with them. */
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
      const [name = '', ...rest] = pair.replaceAll('+', ' ').split('=')
      return [decode(name), decode(rest.join('='))]
    })

/** The value holds the parameters the operation has, the last of a repeated one. The text of every parameter is judged (7.1). */
function readQuery(pairs: Pair[], known: Record<string, object>): Part {
  const faults = new Map<string, Fault>()
  for (const [name, text] of pairs) {
    if (faults.size === mostFaults) break
    const nameFault = textFault(name, ['query'])
    const found = nameFault === null ? textFault(text, ['query', name]) : { ...nameFault, input: null }
    if (found !== null) faults.set(JSON.stringify(found.loc), found)
  }
  return {
    value: Object.fromEntries(pairs.filter(([name]) => Object.hasOwn(known, name))),
    faults: [...faults.values()],
  }
}

function toIntegers({ value, faults }: Part, names: string[]): Part {
  const query = value as Record<string, unknown>
  const added = names.flatMap((name) => {
    const text = query[name]
    if (typeof text !== 'string' || faults.some(({ loc }) => loc[1] === name)) return []
    if (!/^[+-]?\d{1,15}$/.test(text))
      return [
        fault(
          'int_parsing',
          ['query', name],
          'Input should be a valid integer, unable to parse string as an integer',
          text,
        ),
      ]
    query[name] = Number(text)
    return []
  })
  return { value: query, faults: [...faults, ...added] }
}

const namesWith = (schema: TSchema | undefined, keyword: string, wanted: string): string[] =>
  Object.entries(propertiesOf(schema)).flatMap(([name, property]) => (property[keyword] === wanted ? [name] : []))

function readKey(operation: Operation, header: string | string[] | undefined): Part {
  if (operation.idempotent !== true) return { value: '', faults: [] }
  const { keyMaxLength = defaultKeyMaxLength } = operation
  const loc = ['header', 'Idempotency-Key']
  // Never echoed: a key is the caller's own, and may be derived from what must not be in an answer.
  const say = (type: string, msg: string): Part => ({ value: '', faults: [fault(type, loc, msg, null)] })
  if (header === undefined) return say('missing', 'Field required')
  const key = String(header)
  if (key.length === 0) return say('string_too_short', 'String should have at least 1 character')
  if (key.length > keyMaxLength) return say('string_too_long', `String should have at most ${keyMaxLength} characters`)
  return { value: key, faults: [] }
}

/** A batch of 100 pushes that each name 100 obsolete messages has about 12,000. */
const mostValues = 50_000
const utf8 = new TextDecoder('utf-8', { fatal: true })

function parseBody(
  bytes: Buffer,
  contentType: string | undefined,
  { optionalBody, itemsField }: Pick<Operation, 'optionalBody' | 'itemsField'>,
): Part {
  const whole = (type: string, msg: string, input: string | null = null): Part => ({
    value: undefined,
    faults: [fault(type, ['body'], msg, input)],
  })
  if (bytes.length === 0) return optionalBody === true ? { value: {}, faults: [] } : whole('missing', 'Field required')
  if (contentType !== undefined && !/^application\/json\s*(;|$)/i.test(contentType))
    return whole(
      'model_attributes_type',
      'Input should be a valid dictionary or object to extract fields from; the Content-Type of a JSON body is application/json',
      contentType,
    )
  if (hasTooManyValues(bytes, mostValues))
    return whole('json_invalid', `JSON decode error: more than ${mostValues.toLocaleString('en')} values`)
  const parsed = parseJson(bytes)
  if ('problem' in parsed) return whole('json_invalid', `JSON decode error: ${parsed.problem}`)
  if (parsed.value === null) return whole('missing', 'Field required')
  return { value: parsed.value, faults: guardText(parsed.value, ['body'], itemsField) }
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

/** An item of a list whose items succeed or fail on their own. Its places count from the item. */
type Item = { sent: unknown } | { sent: unknown; faults: Fault[] }

/** The list is judged as a list; each of its items then by itself, as if it had come alone. */
function createReadItems(schema: TSchema, field: string): { envelope: TSchema; read: (body: unknown) => unknown } {
  const list = propertiesOf(schema)[field]!
  const envelope = { ...schema, properties: { ...propertiesOf(schema), [field]: { ...list, items: {} } } }
  const validate = compile(list['items'] as TSchema)
  const readItem = (sent: unknown): Item => {
    const unreadable = guardText(sent, [])
    const faults =
      unreadable.length > 0
        ? unreadable
        : sent === null
          ? [fault('missing', [], 'Field required', null)]
          : validate(sent, [])
    return faults.length > 0 ? { sent, faults } : { sent }
  }
  return { envelope, read: (body) => ({ [field]: (body as Record<string, unknown[]>)[field]!.map(readItem) }) }
}
