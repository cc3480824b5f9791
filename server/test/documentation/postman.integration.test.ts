import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { describeInterface, describeOperatorInterface } from '../../src/documentation/openapi.ts'
import type { PostmanCollection, PostmanFolder, PostmanRequest } from '../../src/documentation/postman.ts'
import { writeCollection } from '../../src/documentation/postman.ts'
import { merchantOperations, operatorOperations } from '../../src/http/operations.ts'
import { compile } from '../../src/http/validation.ts'
import type { Operation } from '../../src/operation.ts'
import { successStatus } from '../../src/status.ts'
import { createTestService } from '../support/test-service.ts'
import { withReal } from './prepared.ts'
import { setupOf } from './setups.ts'

const service = await createTestService()
const path = join(import.meta.dirname, '../../../docs/postman.json')
const collection = JSON.parse(readFileSync(path, 'utf8')) as PostmanCollection
const operations = [...merchantOperations, ...operatorOperations]

/** Every request with the token of its nearest folder that has one. */
type Sent = PostmanRequest['request'] & { name: string; token: string }
const requestsIn = (items: (PostmanFolder | PostmanRequest)[], token: string): Sent[] =>
  items.flatMap((one) =>
    'request' in one
      ? [{ ...one.request, name: one.name, token }]
      : requestsIn(one.item, one.auth?.bearer[0].value ?? token),
  )
const requests = requestsIn(collection.item, collection.auth.bearer[0].value)
const operationOf = ({ method, url }: Sent): Operation | undefined => {
  const route = `/${url.path.map((segment) => segment.replace(/^:(\w+)$/, '{$1}')).join('/')}`
  return operations.find((operation) => operation.method === method && operation.path === route)
}

test('docs/postman.json has the current operations; if not: npm run openapi', () => {
  const [merchant, operator] = [describeInterface(merchantOperations), describeOperatorInterface(operatorOperations)]
  expect(collection).toEqual(JSON.parse(JSON.stringify(writeCollection(merchant, operator, 'http://127.0.0.1:3000'))))
})

test('every operation is in the collection once, with the token of its interface', () => {
  const found = requests.map((one) => `${operationOf(one)?.name} ${one.token}`)
  const expected = operations.map(
    ({ name, access }) => `${name} {{${access === 'key' ? 'api_key' : 'operator_token'}}}`,
  )
  expect(found.toSorted()).toEqual(expected.toSorted())
  expect(collection.variable.map(({ key }) => key)).toEqual(['url', 'api_key', 'operator_token'])
})

test('the site serves the collection with the address of the service', async () => {
  const { status, json } = await service.call('GET', '/docs/postman.json')
  expect([status, json.info.schema]).toEqual([200, collection.info.schema])
  expect(json.variable[0]).toMatchObject({ key: 'url', value: service.url })
})

describe('every request of the collection', () => {
  for (const sent of requests)
    test(`${sent.method} ${sent.url.raw} is valid and succeeds`, async () => {
      const operation = operationOf(sent)!
      if (operation.body !== undefined) expect(compile(operation.body)(JSON.parse(sent.body!.raw), [])).toEqual([])
      const prepared = await setupOf(operation)(service)
      const variables: Record<string, string> = {
        url: service.url,
        api_key: prepared.token,
        operator_token: prepared.token,
        $guid: randomUUID(),
      }
      // As Postman does: path variables, query and headers, and then the variables in double braces.
      const real = (text: string): string =>
        withReal(text, prepared.real).replaceAll(/\{\{([$\w]+)\}\}/g, (_, name: string) => variables[name]!)
      const target = sent.url.variable.reduce(
        (address, { key, value }) => address.replace(`:${key}`, () => encodeURIComponent(real(value))),
        `/${sent.url.path.join('/')}`,
      )
      const query = sent.url.query.filter(({ disabled }) => disabled !== true)
      const parameters = new URLSearchParams(query.map(({ key, value }): [string, string] => [key, real(value)]))
      const { status, text } = await service.call(sent.method, `${target}?${parameters.toString()}`, {
        key: real(sent.token),
        headers: Object.fromEntries(sent.header.map(({ key, value }) => [key, real(value)])),
        ...(sent.body && { raw: real(sent.body.raw) }),
      })
      expect(status, text).toBe(successStatus[operation.success])
    })
})
