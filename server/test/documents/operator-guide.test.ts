import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { developmentOperations, operatorOperations } from '../../src/http/operations.ts'

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/operator.md'), 'utf8')
/** Rows such as | `GET /operator/v1/notices` | support, finance | lists … |. */
const documented = Object.fromEntries(
  [...guide.matchAll(/^\| `([A-Z]+ \/operator\/v1\S*)` \| ([^|]*)\|/gm)].map(([, route, roles]) => [
    route,
    roles!.split(',').flatMap((role) => role.trim() || []),
  ]),
)

test('the guide for operators lists every operation with exactly the roles that may call it', () => {
  const defined = Object.fromEntries(
    [...operatorOperations, ...developmentOperations].flatMap((operation) =>
      operation.access === 'operator' ? [[`${operation.method} ${operation.path}`, operation.roles]] : [],
    ),
  )
  expect(documented).toEqual(defined)
})
