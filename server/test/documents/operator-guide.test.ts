import { expect, test } from 'vitest'
import { developmentOperations, operatorOperations } from '../../src/http/operations.ts'
import { documentedRoles } from './operator-guide.ts'

test('the guide for operators lists every operation with exactly the roles that may call it', () => {
  const defined = [...operatorOperations, ...developmentOperations].flatMap((operation): [string, string[]][] =>
    operation.access === 'operator' ? [[`${operation.method} ${operation.path}`, [...operation.roles]]] : [],
  )
  expect(Object.fromEntries(documentedRoles)).toEqual(Object.fromEntries(defined))
})
