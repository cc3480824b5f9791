import { expect, test } from 'vitest'
import { developmentOperations, merchantOperations, operatorOperations } from '../http/operations.ts'
import { memberActions, operatorActions } from './actions.ts'

test('the audit actions are exactly the operations by which an operator changes something', () => {
  const changes = [...operatorOperations, ...developmentOperations].flatMap((operation) =>
    operation.access === 'operator' && operation.effect === 'change' ? [operation.name] : [],
  )
  expect(changes.toSorted()).toEqual([...operatorActions].toSorted())
})

test('the actions of members are operations of the merchant', () => {
  const names = new Set(merchantOperations.map(({ name }) => name))
  expect(memberActions.filter((action) => !names.has(action))).toEqual([])
})
