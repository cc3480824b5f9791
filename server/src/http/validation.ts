import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { dateTimeProblem } from '../date-time.ts'
import { emailProblem } from '../email.ts'
import type { ValidationError } from '../errors.ts'
import { type IdPrefix, parseId } from '../ids.ts'
import { parseCursor } from '../messages/cursor.ts'
import { prune } from './prune.ts'
import { maxValidationErrors, validationError } from './validation-error.ts'

/** Returns the type and message of the validation error, or null when the text is valid. */
type Format = (text: string) => { type: string; msg: string } | null

const notACursor = { type: 'value_error', msg: 'Value error, this is not a cursor of this list' }

const idCursor =
  (prefix: IdPrefix): Format =>
  (text) =>
    parseId(prefix, text) === null ? notACursor : null

const formats: Record<string, Format> = {
  email: (text) => {
    const problem = emailProblem(text)
    return problem === null ? null : { type: 'value_error', msg: `value is not a valid email address: ${problem}` }
  },
  'date-time': dateTimeProblem,
  'message-cursor': (text) => (parseCursor(text) === null ? notACursor : null),
  'event-cursor': idCursor('evt'),
  'delivery-cursor': idCursor('whd'),
  'erasure-cursor': idCursor('era'),
  'ledger-cursor': idCursor('led'),
  'country-cursor': (text) => (/^[A-Z]{2}$/.test(text) ? null : notACursor),
  'audit-cursor': idCursor('aud'),
  'business-cursor': idCursor('biz'),
  'notice-cursor': idCursor('ntc'),
  'outbox-cursor': idCursor('out'),
  'key-cursor': idCursor('key'),
  'suppression-cursor': idCursor('sup'),
}

const ajv = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true, strictTypes: false })
// An extensible enumeration: a value that is not listed is valid.
ajv.addKeyword('x-extensible-enum')
// The others only describe: the values of an enumeration, that it can grow, and that a field accepts anything.
for (const keyword of ['x-enumDescriptions', 'x-extensible', 'x-free-form']) ajv.addKeyword(keyword)
for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, (text) => format(text) === null)

export type Validate = (value: unknown, loc: (string | number)[]) => ValidationError[]

/**
 * Compiles a schema into a function that reports every failing part (7), one error per location and at most 100. Validation
 * runs on a value that is pruned to just over the schema's bounds; errors report and echo the original value.
 */
export function compile(schema: TSchema): Validate {
  const check: ValidateFunction = ajv.compile(schema)
  return (value, loc) => {
    const pruned = prune(schema, value)
    if (check(pruned)) return []
    const errors = new Map<string, ValidationError>()
    const tooLong: string[] = []
    for (const error of check.errors ?? []) {
      if (errors.size === maxValidationErrors) break
      if (tooLong.some((path) => error.instancePath.startsWith(path))) continue
      if (error.keyword === 'maxItems') tooLong.push(`${error.instancePath}/`)
      const found = translate(error, loc, pruned === value ? error.data : given(value, error))
      const name = JSON.stringify(found.loc)
      if (!errors.has(name)) errors.set(name, found)
    }
    return [...errors.values()]
  }
}

/** The value at the location of an error, before pruning. */
const given = (value: unknown, error: ErrorObject): unknown =>
  pointer(error).reduce<unknown>((current, step) => (current as Record<string | number, unknown>)[step], value)

function translate(error: ErrorObject, base: (string | number)[], data: unknown): ValidationError {
  const loc = [...base, ...pointer(error)]
  const params = error.params as Record<string, unknown>
  const createError: CreateError = (type, msg) => validationError(type, loc, msg, data)
  switch (error.keyword) {
    case 'required':
      return validationError('missing', [...loc, String(params['missingProperty'])], 'Field required', data)
    case 'type':
      return wrongType(error, data, createError)
    case 'enum':
      return createError('literal_error', `Input should be ${choices(params['allowedValues'] as unknown[])}`)
    case 'maxLength':
      // The error of a format is more helpful than that of the length limit.
      return (
        describeFormat(error, createError) ??
        createError('string_too_long', `String should have at most ${counted(params['limit'], 'character')}`)
      )
    case 'minLength':
      return createError('string_too_short', `String should have at least ${counted(params['limit'], 'character')}`)
    case 'pattern':
      return createError('string_pattern_mismatch', `String should match pattern '${String(params['pattern'])}'`)
    case 'minimum':
      return createError('greater_than_equal', `Input should be greater than or equal to ${String(params['limit'])}`)
    case 'maximum':
      return createError('less_than_equal', `Input should be less than or equal to ${String(params['limit'])}`)
    case 'maxItems':
      return createError('too_long', listLength('at most', params['limit'], data))
    case 'minItems':
      return createError('too_short', listLength('at least', params['limit'], data))
    case 'format':
      return describeFormat(error, createError)!
    default:
      throw new Error(`no message for the schema keyword ${error.keyword}`)
  }
}

type CreateError = (type: string, msg: string) => ValidationError

function describeFormat({ parentSchema, data }: ErrorObject, createError: CreateError): ValidationError | null {
  const { format = '' } = parentSchema as { format?: string }
  const problem = formats[format]?.(data as string) ?? null
  return problem === null ? null : createError(problem.type, problem.msg)
}

function wrongType({ schema, parentSchema }: ErrorObject, data: unknown, createError: CreateError): ValidationError {
  const allowed = (parentSchema as { enum?: unknown[] }).enum
  if (allowed !== undefined) return createError('literal_error', `Input should be ${choices(allowed)}`)
  if ((parentSchema as { format?: string }).format === 'date-time')
    return createError('datetime_type', 'Input should be a valid datetime')
  const wanted = [schema as string | string[]].flat().find((type) => type !== 'null')
  if (wanted === 'integer' && typeof data === 'number')
    return createError('int_from_float', 'Input should be a valid integer, got a number with a fractional part')
  const message = wrongTypeMessages[wanted ?? '']
  if (message === undefined) throw new Error(`no message for the type ${wanted}`)
  return createError(...message)
}

const wrongTypeMessages: Record<string, [type: string, msg: string]> = {
  string: ['string_type', 'Input should be a valid string'],
  boolean: ['bool_type', 'Input should be a valid boolean'],
  integer: ['int_type', 'Input should be a valid integer'],
  array: ['list_type', 'Input should be a valid list'],
  object: ['model_attributes_type', 'Input should be a valid dictionary or object to extract fields from'],
}

/** A JSON pointer as a path. Steps of digits become numbers, because they are indexes of a list. */
function pointer({ instancePath }: ErrorObject): (string | number)[] {
  return instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}

const listLength = (bound: string, limit: unknown, list: unknown): string =>
  `List should have ${bound} ${counted(limit, 'item')} after validation, not ${(list as unknown[]).length}`

const counted = (limit: unknown, noun: string): string => `${String(limit)} ${noun}${limit === 1 ? '' : 's'}`

function choices(values: unknown[]): string {
  const quoted = values.filter((value) => typeof value === 'string').map((value) => `'${value}'`)
  return quoted.length === 1 ? quoted[0]! : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
}
