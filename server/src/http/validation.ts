import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { dateTimeProblem } from '../date-time.ts'
import { emailProblem } from '../email.ts'
import type { Fault } from '../errors.ts'
import { type IdPrefix, parseId } from '../ids.ts'
import { readCursor } from '../messages/cursor.ts'
import { fault, mostFaults } from './fault.ts'
import { prune } from './prune.ts'

/** A format says what is wrong with a text, or null. Its words become the fault's. */
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
  'message-cursor': (text) => (readCursor(text) === null ? notACursor : null),
  'event-cursor': idCursor('evt'),
  'delivery-cursor': idCursor('whd'),
  'erasure-cursor': idCursor('era'),
  'ledger-cursor': idCursor('led'),
}

const ajv = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true, strictTypes: false })
// An enumeration that can grow: a value that is not listed is valid.
ajv.addKeyword('x-extensible-enum')
ajv.addKeyword('x-free-form')
for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, (text) => format(text) === null)

export type Validate = (value: unknown, loc: (string | number)[]) => Fault[]

/**
 * Compiles a schema into a function that names every failing part, one fault a place, in our vocabulary (7), and 100 at most. What is
 * checked is pruned to just over the schema's bounds; what is told and echoed is what was given.
 */
export function compile(schema: TSchema): Validate {
  const check: ValidateFunction = ajv.compile(schema)
  return (value, loc) => {
    const pruned = prune(schema, value)
    if (check(pruned)) return []
    const faults = new Map<string, Fault>()
    const tooLong: string[] = []
    for (const error of check.errors ?? []) {
      if (faults.size === mostFaults) break
      if (tooLong.some((path) => error.instancePath.startsWith(path))) continue
      if (error.keyword === 'maxItems') tooLong.push(`${error.instancePath}/`)
      const found = translate(error, loc, pruned === value ? error.data : given(value, error))
      const name = JSON.stringify(found.loc)
      if (!faults.has(name)) faults.set(name, found)
    }
    return [...faults.values()]
  }
}

/** What stands at the place of an error in the value as it was given. */
const given = (value: unknown, error: ErrorObject): unknown =>
  pointer(error).reduce<unknown>((here, step) => (here as Record<string | number, unknown>)[step], value)

function translate(error: ErrorObject, base: (string | number)[], data: unknown): Fault {
  const loc = [...base, ...pointer(error)]
  const params = error.params as Record<string, unknown>
  const say: Say = (type, msg) => fault(type, loc, msg, data)
  switch (error.keyword) {
    case 'required':
      return fault('missing', [...loc, String(params['missingProperty'])], 'Field required', data)
    case 'type':
      return wrongType(error, data, say)
    case 'enum':
      return say('literal_error', `Input should be ${choices(params['allowedValues'] as unknown[])}`)
    case 'maxLength':
      // Where a format has something to say, that says more than the bound on what it is asked about.
      return (
        describeFormat(error, say) ??
        say('string_too_long', `String should have at most ${counted(params['limit'], 'character')}`)
      )
    case 'minLength':
      return say('string_too_short', `String should have at least ${counted(params['limit'], 'character')}`)
    case 'pattern':
      return say('string_pattern_mismatch', `String should match pattern '${String(params['pattern'])}'`)
    case 'minimum':
      return say('greater_than_equal', `Input should be greater than or equal to ${String(params['limit'])}`)
    case 'maximum':
      return say('less_than_equal', `Input should be less than or equal to ${String(params['limit'])}`)
    case 'maxItems':
      return say('too_long', listLength('at most', params['limit'], data))
    case 'minItems':
      return say('too_short', listLength('at least', params['limit'], data))
    case 'format':
      return describeFormat(error, say)!
    default:
      throw new Error(`no words for the schema keyword ${error.keyword}`)
  }
}

type Say = (type: string, msg: string) => Fault

function describeFormat({ parentSchema, data }: ErrorObject, say: Say): Fault | null {
  const { format = '' } = parentSchema as { format?: string }
  const problem = formats[format]?.(data as string) ?? null
  return problem === null ? null : say(problem.type, problem.msg)
}

function wrongType({ schema, parentSchema }: ErrorObject, data: unknown, say: Say): Fault {
  const allowed = (parentSchema as { enum?: unknown[] }).enum
  if (allowed !== undefined) return say('literal_error', `Input should be ${choices(allowed)}`)
  if ((parentSchema as { format?: string }).format === 'date-time')
    return say('datetime_type', 'Input should be a valid datetime')
  const wanted = [schema as string | string[]].flat().find((type) => type !== 'null')
  if (wanted === 'integer' && typeof data === 'number')
    return say('int_from_float', 'Input should be a valid integer, got a number with a fractional part')
  const words = wrongTypeWords[wanted ?? '']
  if (words === undefined) throw new Error(`no words for the type ${wanted}`)
  return say(...words)
}

const wrongTypeWords: Record<string, [type: string, msg: string]> = {
  string: ['string_type', 'Input should be a valid string'],
  boolean: ['bool_type', 'Input should be a valid boolean'],
  integer: ['int_type', 'Input should be a valid integer'],
  array: ['list_type', 'Input should be a valid list'],
  object: ['model_attributes_type', 'Input should be a valid dictionary or object to extract fields from'],
}

/** A JSON pointer as a path: places in a list are numbers, which only the data can tell from names of digits. */
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
