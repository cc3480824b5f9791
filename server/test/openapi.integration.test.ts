import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeInterface, describeOperatorInterface } from '../src/documentation/openapi.ts'
import { developmentOperations, merchantOperations, operatorOperations } from '../src/http/operations.ts'
import { createTestService } from './support/test-service.ts'

const { call } = await createTestService()
const read = (name: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8'))
const published = read('openapi.json')

test('docs/openapi.json describes the current operations; if not: npm run openapi', () => {
  expect(published).toEqual(JSON.parse(JSON.stringify(describeInterface(merchantOperations))))
})

test('docs/operator-openapi.json describes the current operations; if not: npm run openapi', () => {
  const described = describeOperatorInterface([...operatorOperations, ...developmentOperations])
  expect(read('operator-openapi.json')).toEqual(JSON.parse(JSON.stringify(described)))
})

test('the OpenAPI document is served without credentials, with the version 0.1.0', async () => {
  const { status, json } = await call('GET', '/api/v1/openapi.json')
  expect([status, json.openapi, json.info.version]).toEqual([200, '3.1.0', '0.1.0'])
  expect(json).toEqual(published)
})

test('the OpenAPI document has exactly the operations of the list', () => {
  const { paths } = describeInterface(merchantOperations)
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.toSorted()).toEqual(merchantOperations.map(({ method, path }) => `${method} ${path}`).toSorted())
})
