import type { TSchema } from 'typebox'
import type { ValidationError } from '../errors.ts'
import type { Operation } from '../operation.ts'
import { propertiesOf } from '../schema.ts'
import type { Help } from './help.ts'
import { contentTypeMessage } from './input.ts'

/** The locations and messages of validation errors, without their input. */
export function validationHelp(operation: Operation, errors: ValidationError[]): Help {
  return { case: 'validation', located: errors.map((error) => locate(operation, error)) }
}

/** The message for a wrong content type is fixed by the contract, and is about dictionaries. */
const locate = (operation: Operation, { loc, msg }: ValidationError): string =>
  msg === contentTypeMessage
    ? 'header.Content-Type: a JSON body needs application/json'
    : `${knownPart(operation, loc)}: ${firstClause(msg)}`

/** A semicolon separates the entries. What follows one in a message is advice, which `detail` has in full. */
const firstClause = (msg: string): string => msg.split(';', 1)[0]!.replaceAll(/[^\x20-\x7e]/g, '')

/**
 * The location up to the first name that no schema has. A name that only the caller knows can be an address, and help is
 * logged.
 */
function knownPart({ params, query, body }: Operation, [part, ...steps]: (string | number)[]): string {
  if (part === 'header') return [part, ...steps].join('.')
  let schema: object | undefined = part === 'path' ? params : part === 'query' ? query : body
  const known: (string | number)[] = []
  for (const step of steps) {
    schema = innerSchema(schema, step)
    if (schema === undefined) break
    known.push(step)
  }
  return [part, ...known].join('.')
}

function innerSchema(schema: object | undefined, step: string | number): object | undefined {
  if (typeof step === 'number') return schema !== undefined && 'items' in schema ? (schema.items as TSchema) : undefined
  const properties = propertiesOf(schema)
  return Object.hasOwn(properties, step) ? properties[step] : undefined
}
