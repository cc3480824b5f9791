import type { Operation } from '../../operation.ts'
import { propertiesOf } from '../../schema.ts'

/** The value of a parameter of the path or the query, as a number or a boolean if the query declares it so. */
export function typedParameter(operation: Operation, name: string, value: string): string | number | boolean {
  const type = propertiesOf(operation.query)[name]?.type
  return type === 'integer' || type === 'boolean' ? JSON.parse(value) : value
}
