import type { Example } from '../../src/documentation/examples/example.ts'
import { examples } from '../../src/documentation/examples/examples.ts'
import { developmentOperations, merchantOperations, operatorOperations } from '../../src/http/operations.ts'
import type { Operation } from '../../src/operation.ts'

/** Every example with its operation. */
export const merchantCases = casesOf(merchantOperations)
export const operatorCases = casesOf([...operatorOperations, ...developmentOperations])

export type Case = { operation: Operation; name: string; example: Example }
function casesOf(operations: Operation[]): Case[] {
  return operations.flatMap((operation) => {
    const first = examples[operation.name]
    return first === undefined ? [] : titled(operation, first)
  })
}

function titled(operation: Operation, first: Example): Case[] {
  const further = Object.entries(first.more ?? {})
  return [
    { operation, name: operation.name, example: first },
    ...further.map(([title, example]) => ({ operation, name: `${operation.name}: ${title}`, example })),
  ]
}
