import { describe, expect, test } from 'vitest'
import type { Example } from '../../src/documentation/examples/example.ts'
import { examples } from '../../src/documentation/examples/examples.ts'
import { serviceUrl } from '../../src/documentation/examples/shop.ts'
import { developmentOperations, merchantOperations, operatorOperations } from '../../src/http/operations.ts'
import type { Operation } from '../../src/operation.ts'
import { successStatus } from '../../src/status.ts'
import { createTestService } from '../support/test-service.ts'
import { merchantCases, operatorCases } from './cases.ts'
import { comparable } from './comparable.ts'
import { type Prepared, withInvented, withReal } from './prepared.ts'
import { setupOf } from './setups.ts'

const service = await createTestService()

test('every operation has an example', () => {
  const operations = [...merchantOperations, ...operatorOperations, ...developmentOperations]
  expect(operations.filter(({ name }) => !(name in examples)).map(({ name }) => name)).toEqual([])
})

describe('the service responds as the example shows', () => {
  for (const { operation, name, example } of [...merchantCases, ...operatorCases])
    test(name, async () => {
      const prepared = await setupOf(operation)(service)
      const { status, text } = await send(operation, example, prepared)
      const shown = withInvented(text, { ...prepared.real, [serviceUrl]: service.url })
      expect(status, text).toBe(successStatus[operation.success])
      expect(comparable(shown === '' ? null : JSON.parse(shown))).toEqual(comparable(example.response))
    })
})

function send(operation: Operation, { params = {}, query = {}, body, idempotencyKey }: Example, prepared: Prepared) {
  const real = <T>(value: T): T => JSON.parse(withReal(JSON.stringify(value), prepared.real)) as T
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(real(params)[name]!))
  return service.call(operation.method, `${path}?${new URLSearchParams(real(query)).toString()}`, {
    key: prepared.token,
    ...(body === undefined ? {} : { body: real(body) }),
    headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
  })
}
