import { expect, test } from 'vitest'
import { developmentOperations, operatorOperations } from '../http/operations.ts'
import { auditActions } from './actions.ts'

test('the audit actions are exactly the operations by which an operator changes something', () => {
  const changes = [...operatorOperations, ...developmentOperations].flatMap((operation) =>
    operation.access === 'operator' && operation.effect === 'change' ? [operation.name] : [],
  )
  expect(changes.toSorted()).toEqual([...auditActions].toSorted())
})
