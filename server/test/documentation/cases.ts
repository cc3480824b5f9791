import type { Example } from '../../src/documentation/examples/example.ts'
import { examples } from '../../src/documentation/examples/examples.ts'
import { merchantOperations, operatorOperations } from '../../src/http/operations.ts'
import type { Operation } from '../../src/operation.ts'

/** Every example with its operation. */
export const cases = [...merchantOperations, ...operatorOperations].flatMap((operation) => {
  const first = examples[operation.name]
  return first === undefined ? [] : titled(operation, first)
})

type Case = { operation: Operation; name: string; example: Example }
function titled(operation: Operation, first: Example): Case[] {
  const further = Object.entries(first.more ?? {})
  return [
    { operation, name: operation.name, example: first },
    ...further.map(([title, example]) => ({ operation, name: `${operation.name}: ${title}`, example })),
  ]
}
