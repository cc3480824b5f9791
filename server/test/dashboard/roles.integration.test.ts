import { afterEach, describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { shopRoutes } from '../../src/http/dashboard/dashboard-pages.ts'
import type { ShopRoute } from '../../src/http/dashboard/routes.ts'
import { memberRoles, type Permission, permissions } from '../../src/member-role.ts'
import { operatorRoles } from '../../src/operator-role.ts'
import { createMember, createSignedInOperator, type SignedInMember } from '../support/dashboard.ts'
import { addressOf, createDashboardClient, type Result, resultOf, watchRows } from '../support/dashboard-client.ts'
import { type Example, exampleOf, formExamples } from '../support/dashboard-examples.ts'
import { createScenes, forReading, removePeople } from '../support/dashboard-scene.ts'
import { queueIdle } from '../support/queue-idle.ts'
import { createTestService } from '../support/test-service.ts'

/**
 * Every page and form of a shop is requested by every kind of person, and the permission of its route says who is served. A new
 * route without an example fails.
 */
const service = await createTestService()
const { db, business } = service
const { read, submit } = createDashboardClient(service)
const { live, test: testSide } = await createScenes(service, { live: 'okapi', test: 'quokka', name: 'Alder' })
afterEach(() => removePeople(service, live.shop))
const elsewhere = await business({ name: 'Elsewhere' })

const endSession = (change: string) =>
  statement<{ sessionId: string }>(
    `roles.${change.split(' ')[0]!}`,
    `update dashboard_sessions set ${change} where id = $sessionId`,
  )
const ends = {
  ended: endSession(`ends_at = clock_now() - interval '1 second'`),
  idle: endSession(`seen_at = clock_now() - interval '12 hours 1 second'`),
  revoked: endSession('revoked_at = clock_now()'),
}
const removeMember = statement<{ businessId: string; personId: string }>(
  'roles.remove_member',
  `delete from members where business_id = $businessId and person_id = $personId`,
)

const owner = (): Promise<SignedInMember> => createMember(service, live.shop, 'owner')
const ownerWhoseSessionIs = (state: keyof typeof ends) => async (): Promise<SignedInMember> => {
  const member = await owner()
  await db.all(ends[state], { sessionId: member.sessionId })
  return member
}
/** People who are refused, whatever the route needs, and how: a page first, then a form. */
const outsiders: Record<string, { arrive: () => Promise<SignedInMember | null>; get: Result; post: Result }> = {
  'a person without a session': { arrive: async () => null, get: 'sign in', post: 'nothing was changed' },
  'an owner whose session has ended': {
    arrive: ownerWhoseSessionIs('ended'),
    get: 'sign in',
    post: 'nothing was changed',
  },
  'an owner who was idle for too long': {
    arrive: ownerWhoseSessionIs('idle'),
    get: 'sign in',
    post: 'nothing was changed',
  },
  'an owner whose session was revoked': {
    arrive: ownerWhoseSessionIs('revoked'),
    get: 'sign in',
    post: 'nothing was changed',
  },
  'an owner of another shop': {
    arrive: () => createMember(service, elsewhere, 'owner'),
    get: 'missing',
    post: 'missing',
  },
  'an owner who was removed': {
    async arrive() {
      const member = await owner()
      await db.all(removeMember, { businessId: live.shop.businessId, personId: member.personId })
      return member
    },
    get: 'missing',
    post: 'missing',
  },
}

function request(
  visitor: SignedInMember | null,
  route: ShopRoute,
  { params, fields, query }: Example,
  path = live.path,
) {
  const address = addressOf(route, { ...params, shop: path.slice('/dashboard/'.length) })
  return route.method === 'GET' ? read(visitor, address + query) : submit(visitor, address, fields)
}

const [readLive, readTest] = [forReading(live), forReading(testSide)]
/** Examples of refused requests are not used up. */
async function refusedExample(route: ShopRoute): Promise<Example> {
  const example = await exampleOf(route, readLive)
  await queueIdle(db, live.shop)
  return example
}
const watch = () => watchRows(service, [live.shop])

test('every form has an example', () => {
  const forms = shopRoutes.filter(({ method }) => method === 'POST').map(({ name }) => name)
  expect(Object.keys(formExamples).toSorted()).toEqual(forms.toSorted())
})

test('no two routes have one address', () => {
  const addresses = shopRoutes.map(({ method, path }) => `${method} ${path}`)
  expect(addresses.toSorted()).toEqual([...new Set(addresses)].toSorted())
})

/** Written out here, so that a change of the roles in the source is a change of this table too. */
const allowed: Record<string, readonly Permission[]> = {
  'a member who is owner': permissions,
  'a member who is developer': ['read', 'assist', 'develop'],
  'a member who is support': ['read', 'assist', 'erase'],
  'a member who is viewer': ['read'],
  'an operator who is support': ['read', 'assist'],
  'an operator who is finance': [],
  'an operator who is admin': permissions,
}
/** The page is served, but the operation behind the form is for operators with another role. */
const refusedByOperation: Record<string, string[]> = { 'dashboard.recipient.number': ['an operator who is support'] }
const arrivals: Record<string, () => Promise<SignedInMember>> = {
  ...Object.fromEntries(
    memberRoles.map((role) => [`a member who is ${role}`, () => createMember(service, live.shop, role)]),
  ),
  ...Object.fromEntries(
    operatorRoles.map((role) => [`an operator who is ${role}`, () => createSignedInOperator(service, live.shop, role)]),
  ),
}

test('every role is in the table', () => {
  expect(Object.keys(allowed).toSorted()).toEqual(Object.keys(arrivals).toSorted())
})

for (const route of shopRoutes)
  describe(`${route.name}, which needs ${route.permission}`, () => {
    for (const [name, arrive] of Object.entries(arrivals))
      if (refusedByOperation[route.name]?.includes(name) === true)
        test(`is refused by its operation to ${name}`, async () => {
          const visitor = await arrive()
          const example = await refusedExample(route)
          const changes = await watch()
          expect((await request(visitor, route, example)).status).toBe(403)
          expect(await changes()).toEqual([])
        })
      else if (allowed[name]!.includes(route.permission)) {
        test(`is served to ${name}`, async () => {
          const example = await exampleOf(route, route.method === 'GET' ? readLive : live)
          expect(resultOf(await request(await arrive(), route, example))).toBe('served')
        })

        test(`is served on the test side to ${name}`, async () => {
          const example = await exampleOf(route, route.method === 'GET' ? readTest : testSide)
          expect(resultOf(await request(await arrive(), route, example, testSide.path))).toBe('served')
        })
      } else
        test(`is not served to ${name}`, async () => {
          const visitor = await arrive()
          const example = await refusedExample(route)
          const changes = await watch()
          expect(resultOf(await request(visitor, route, example))).toBe('forbidden')
          expect(await changes()).toEqual([])
        })

    for (const [name, { arrive, get, post }] of Object.entries(outsiders))
      test(`is not served to ${name}`, async () => {
        const visitor = await arrive()
        const example = await refusedExample(route)
        const changes = await watch()
        expect(resultOf(await request(visitor, route, example))).toBe(route.method === 'GET' ? get : post)
        expect(await changes()).toEqual([])
      })

    if (route.isDangerous === true)
      test('asks for a new sign-in when the last is older than ten minutes', async () => {
        const member = await owner()
        await db.all(proveEarlier, { sessionId: member.sessionId })
        const example = await refusedExample(route)
        const changes = await watch()
        expect(resultOf(await request(member, route, example))).toBe('confirm')
        expect(await changes()).toEqual([])
      })
  })

const proveEarlier = statement<{ sessionId: string }>(
  'roles.prove_earlier',
  `update dashboard_sessions set proved_at = clock_now() - interval '10 minutes 1 second' where id = $sessionId`,
)
