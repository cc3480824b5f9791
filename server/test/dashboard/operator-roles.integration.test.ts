import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { operatorRoutes } from '../../src/http/dashboard/operator/operator-routes.ts'
import type { OperatorRoute } from '../../src/http/dashboard/routes.ts'
import { memberRoles } from '../../src/member-role.ts'
import { isPermitted, operatorRoles } from '../../src/operator-role.ts'
import { createMember, createSignedInOperator, type SignedInMember } from '../support/dashboard.ts'
import { addressOf, createDashboardClient, type Result, resultOf, watchRows } from '../support/dashboard-client.ts'
import type { Example } from '../support/dashboard-examples.ts'
import { createScenes } from '../support/dashboard-scene.ts'
import {
  createInvitedOperator,
  operatorExampleOf,
  operatorFormFields,
  operatorForms,
} from '../support/operator-examples.ts'
import { queueIdle } from '../support/queue-idle.ts'
import { createTestService } from '../support/test-service.ts'

/**
 * Every page and form of operators is requested by every kind of person, and the roles of its route say who is served. A new route
 * without an example fails.
 */
const service = await createTestService()
const { db, operator } = service
const { read, submit } = createDashboardClient(service)
const { live } = await createScenes(service, { live: 'okapi', test: 'quokka', name: 'Alder' })

const end = (change: string) =>
  statement<{ sessionId: string }>(
    `operator_roles.${change.split(' ')[0]!}`,
    `update dashboard_sessions set ${change} where id = $sessionId`,
  )
const ends = { ended: end(`ends_at = clock_now() - interval '1 second'`), revoked: end('revoked_at = clock_now()') }
const admin = () => createSignedInOperator(service, live.shop, 'admin')
const adminWhoseSessionIs = (state: keyof typeof ends) => async (): Promise<SignedInMember> => {
  const visitor = await admin()
  await db.all(ends[state], visitor)
  return visitor
}

type Outsider = { arrive: () => Promise<SignedInMember | null>; get: Result; post: Result }
const signedOut = { get: 'sign in', post: 'nothing was changed' }
const noOperator = { get: 'missing', post: 'missing' }
const outsiders: Record<string, Outsider> = {
  'a person without a session': { arrive: async () => null, ...signedOut },
  'an admin whose session has ended': { arrive: adminWhoseSessionIs('ended'), ...signedOut },
  'an admin whose session was revoked': { arrive: adminWhoseSessionIs('revoked'), ...signedOut },
  ...Object.fromEntries(
    memberRoles.map((role) => [
      `a member who is ${role}`,
      { arrive: () => createMember(service, live.shop, role), ...noOperator },
    ]),
  ),
  'an admin who was revoked': {
    async arrive() {
      const { operatorId, ...visitor } = await admin()
      await operator('DELETE', `/operators/${operatorId}`)
      return visitor
    },
    // The sessions end with the revocation.
    ...signedOut,
  },
  'an admin who came with an invitation of a shop': {
    arrive: () => createInvitedOperator(service, live),
    ...noOperator,
  },
}

function request(visitor: SignedInMember | null, route: OperatorRoute, { params, fields, query }: Example) {
  const address = addressOf(route, params)
  return route.method === 'GET' ? read(visitor, address + query) : submit(visitor, address, fields)
}
async function exampleOf(route: OperatorRoute): Promise<Example> {
  const example = await operatorExampleOf(route, service, live)
  await queueIdle(db, live.shop)
  return example
}
const watch = () => watchRows(service, [live.shop])

test('every form has an example', () => {
  expect(Object.keys(operatorFormFields).toSorted()).toEqual(operatorForms.map(({ name }) => name).toSorted())
})

test('no two routes have one address', () => {
  const addresses = operatorRoutes.map(({ method, path }) => `${method} ${path}`)
  expect(addresses.toSorted()).toEqual([...new Set(addresses)].toSorted())
})

for (const route of operatorRoutes)
  describe(`${route.name}, which needs ${[...route.roles, 'admin'].join(' or ')}`, () => {
    for (const role of operatorRoles)
      if (isPermitted({ kind: 'operator', id: 'x', name: 'Grace', role }, route.roles))
        test(`is served to an operator who is ${role}`, async () => {
          const visitor = await createSignedInOperator(service, live.shop, role)
          expect(resultOf(await request(visitor, route, await exampleOf(route)))).toBe('served')
        })
      else
        test(`is not served to an operator who is ${role}`, async () => {
          const visitor = await createSignedInOperator(service, live.shop, role)
          const example = await exampleOf(route)
          const changes = await watch()
          expect(resultOf(await request(visitor, route, example))).toBe('forbidden')
          expect(await changes()).toEqual([])
        })

    for (const [name, { arrive, get, post }] of Object.entries(outsiders))
      test(`is not served to ${name}`, async () => {
        const visitor = await arrive()
        const example = await exampleOf(route)
        const changes = await watch()
        expect(resultOf(await request(visitor, route, example))).toBe(route.method === 'GET' ? get : post)
        expect(await changes()).toEqual([])
      })

    if (route.isDangerous === true)
      test('asks for a new sign-in when the last is older than ten minutes', async () => {
        const visitor = await admin()
        await db.all(proveEarlier, visitor)
        const example = await exampleOf(route)
        const changes = await watch()
        expect(resultOf(await request(visitor, route, example))).toBe('confirm')
        expect(await changes()).toEqual([])
      })
  })

const proveEarlier = statement<{ sessionId: string }>(
  'operator_roles.prove_earlier',
  `update dashboard_sessions set proved_at = clock_now() - interval '10 minutes 1 second' where id = $sessionId`,
)
