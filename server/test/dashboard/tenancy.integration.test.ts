import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { allPersonRoutes, shopRoutes } from '../../src/http/dashboard/dashboard-pages.ts'
import type { PersonRoute, ShopRoute } from '../../src/http/dashboard/routes.ts'
import { shopPath } from '../../src/shop-path.ts'
import type { ApiResponse } from '../support/client.ts'
import { createMember } from '../support/dashboard.ts'
import {
  addressOf,
  createDashboardClient,
  type FormFields,
  parametersOf,
  resultOf,
  type Visitor,
  watchRows,
} from '../support/dashboard-client.ts'
import { exampleOf, searches } from '../support/dashboard-examples.ts'
import {
  createScenes,
  forReading,
  newPasskey,
  newSession,
  type ParameterName,
  removePeople,
  type Scene,
  unknownOf,
} from '../support/dashboard-scene.ts'
import { pushMessage, shippedOrder } from '../support/messages.ts'
import { queueIdle } from '../support/queue-idle.ts'
import { createTestService } from '../support/test-service.ts'

/**
 * A person learns nothing about a shop of which they are not a member: a response about something of that shop equals, byte for
 * byte, the response about something that does not exist. The same holds between the live and the test side of a shop.
 */
const service = await createTestService()
const { db } = service
const { read, submit } = createDashboardClient(service)
const scenesOf = async (names: Parameters<typeof createScenes>[1]) => {
  const { live, test: testSide } = await createScenes(service, names)
  return { live: forReading(live), test: forReading(testSide) }
}
const own = await scenesOf({ live: 'okapi', test: 'quokka', name: 'Alder' })
const foreign = await scenesOf({ live: 'zebra', test: 'tapir', name: 'Birch' })
const sides = { 'the live side': own.live, 'the test side': own.test }

afterEach(async () => {
  for (const { live } of [own, foreign]) await removePeople(service, live.shop)
})

const newOwner = (): Promise<Visitor & { personId: string; email: string }> =>
  createMember(service, own.live.shop, 'owner')
function request(visitor: Visitor, route: ShopRoute | PersonRoute, path: string, fields: FormFields) {
  return route.method === 'GET' ? read(visitor, path) : submit(visitor, path, fields)
}
const segmentOf = ({ path }: Pick<Scene, 'path'>): string => path.slice('/dashboard/'.length)

/** As a page repeats it: in an address, an order number in capital letters, and a number without its plus. */
const formsOf = (value: string): Set<string> => {
  const encoded = encodeURIComponent(value)
  return new Set([value, value.toUpperCase(), value.replace(/^\+/, ''), encoded, encodeURIComponent(encoded)])
}
/** The response without what may differ: the given values, CSRF tokens, ids of requests and times. */
function comparable({ status, headers, text }: ApiResponse, values: string[]) {
  const { date: _, 'x-request-id': __, 'content-length': ___, ...rest } = headers
  const clean = (given: string): string => {
    let cleaned = given
    for (const value of values.toSorted((a, b) => b.length - a.length))
      for (const form of formsOf(value)) cleaned = cleaned.replaceAll(form, '<value>')
    return cleaned
      .replaceAll(/name="(csrf|once)" value="[^"]*"/g, 'name="$1"')
      .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, '<time>')
      .replaceAll(/\b\d\d:\d\d(:\d\d)?\b/g, '<time>')
  }
  const cleanHeaders = Object.entries(rest).map(([name, value]) => [name, clean(String(value))])
  return { status, headers: Object.fromEntries(cleanHeaders), text: clean(text) }
}

async function parametersFrom(route: ShopRoute, scene: Scene): Promise<Record<string, string>> {
  const names = parametersOf(route) as ParameterName[]
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await scene.make[name]()])))
}
const unknownParameters = (route: ShopRoute, canary: string): Record<string, string> =>
  Object.fromEntries((parametersOf(route) as ParameterName[]).map((name) => [name, unknownOf[name](canary)]))

async function watch(): Promise<() => Promise<string[]>> {
  const shops = [foreign.live.shop, foreign.test.shop]
  for (const shop of shops) await queueIdle(db, shop)
  return watchRows(service, shops)
}

describe('a shop of others looks like one that does not exist to', () => {
  for (const route of shopRoutes)
    for (const [side, scene] of Object.entries(foreign))
      test(`${route.name} (${side})`, async () => {
        const visitor = await newOwner()
        const { params, fields } = await exampleOf(route, scene)
        const unknown = shopPath({ shard: scene.shop.shard, businessId: randomUUID() }).slice('/dashboard/'.length)
        const changes = await watch()
        const [theirs, nobodys] = await Promise.all(
          [segmentOf(scene), unknown].map(async (shop) =>
            comparable(await request(visitor, route, addressOf(route, { ...params, shop }), fields), [shop]),
          ),
        )
        expect(theirs).toEqual(nobodys)
        expect(theirs!.status).toBe(404)
        expect(await changes()).toEqual([])
      })
})

describe('an id of another shop is like one that does not exist to', () => {
  for (const route of shopRoutes.filter((one) => parametersOf(one).length > 0))
    for (const [side, scene] of Object.entries(sides))
      for (const [origin, source] of Object.entries({ ...foreign, 'other side': otherSideOf(scene) }))
        test(`${route.name} on ${side}, with ids of ${origin === 'other side' ? 'its other side' : `a foreign ${origin} side`}`, async () => {
          // The people of both sides are the same.
          const isShared = parametersOf(route).every((name) => ['person_id', 'invitation_id'].includes(name))
          if (origin === 'other side' && isShared) return
          const { fields } = await exampleOf(route, scene)
          const params = await parametersFrom(route, source)
          const visitor = await newOwner()
          const changes = await watch()
          const shop = segmentOf(scene)
          const [theirs, nobodys] = await Promise.all(
            [params, unknownParameters(route, source.canary)].map(async (one) => {
              const path = addressOf(route, { ...one, shop })
              return comparable(await request(visitor, route, path, withNewKey(fields)), Object.values(one))
            }),
          )
          expect(theirs).toEqual(nobodys)
          expect(await changes()).toEqual([])
        })
})

/** Each request has an idempotency key of its own. */
const withNewKey = (fields: FormFields): FormFields =>
  fields['once'] === undefined ? fields : { ...fields, once: randomUUID() }
function otherSideOf(scene: Scene): Scene {
  return scene === own.live ? own.test : own.live
}

describe('an id of another person is like one that does not exist to', () => {
  const values: Record<string, { theirs: () => Promise<string>; unknown: () => string }> = {
    session: {
      theirs: async () => (await newSession(service, (await newOwner()).personId)).sessionId,
      unknown: randomUUID,
    },
    passkey: {
      theirs: async () => newPasskey(service, (await newOwner()).personId),
      unknown: () => unknownOf.passkey(''),
    },
  }
  for (const route of allPersonRoutes.filter((one) => parametersOf(one).length > 0))
    test(route.name, async () => {
      const names = parametersOf(route)
      const visitor = await newOwner()
      const theirs = await Promise.all(names.map(async (name) => [name, await values[name]!.theirs()] as const))
      const nobodys = names.map((name) => [name, values[name]!.unknown()] as const)
      const changes = await watch()
      const [one, other] = await Promise.all(
        [theirs, nobodys].map(async (entries) => {
          const path = addressOf(route, Object.fromEntries(entries))
          return comparable(
            await request(visitor, route, path, {}),
            entries.map(([, value]) => value),
          )
        }),
      )
      expect(one).toEqual(other)
      expect(await changes()).toEqual([])
    })
})

describe('no page of a shop contains a word of another shop or of its other side:', () => {
  for (const route of shopRoutes.filter(({ method }) => method === 'GET'))
    for (const [side, scene] of Object.entries(sides))
      test(`${route.name} on ${side}`, async () => {
        const { params, query } = await exampleOf(route, scene)
        const response = await read(await newOwner(), addressOf(route, { ...params, shop: segmentOf(scene) }) + query)
        expect(resultOf(response)).toBe('served')
        expect(wordsOfOthers(response.text, scene)).toEqual([])
      })

  for (const { route, field } of searches)
    for (const [side, scene] of Object.entries(sides))
      for (const source of [foreign.live, foreign.test, otherSideOf(scene)])
        test(`${route} on ${side}, when it is searched for something of ${source.canary}`, async () => {
          const found = shopRoutes.find(({ name }) => name === route)!
          const { shop, ids, canary } = source
          const { message: public_id, failedText: _, ...others } = ids
          const terms = { ...others, public_id, canary, shop: shop.id, digits: ids.phone.slice(-6) }
          const visitor = await newOwner()
          for (const [kind, term] of Object.entries(terms)) {
            const unknown = kind in unknownOf ? unknownOf[kind as ParameterName](canary) : `absent-${randomUUID()}`
            const pages = await Promise.all(
              [term, kind === 'digits' ? '909999' : kind === 'phone' ? '+447700909999' : unknown].map(async (one) => {
                const query = new URLSearchParams({ [field]: one }).toString()
                const path = addressOf(found, { shop: segmentOf(scene) })
                return comparable(await read(visitor, `${path}?${query}`), [one, query.slice(field.length + 1)])
              }),
            )
            expect(pages[0], `${kind} ${term}`).toEqual(pages[1])
          }
        })
})

/** Names of people are those of the live side on both sides. */
function wordsOfOthers(text: string, scene: Scene): string[] {
  const withoutPeople = scene === own.test ? text.replaceAll(/okapi Person/g, '') : text
  return [own.live, own.test, foreign.live, foreign.test]
    .filter((other) => other !== scene)
    .flatMap(({ canary, ids }) => [canary, ids.message, ids.phone])
    .filter((word) => withoutPeople.includes(word))
}

test('no page of a person contains a word of a shop of which they are not a member', async () => {
  const visitor = await newOwner()
  for (const route of allPersonRoutes.filter(({ method, path }) => method === 'GET' && !path.includes('{'))) {
    const { text } = await read(visitor, route.path)
    for (const word of ['zebra', 'tapir', 'Birch']) expect(text).not.toContain(word)
  }
})

test('a change of a row of a business is found', async () => {
  const changes = await watch()
  await pushMessage(foreign.live.shop, shippedOrder({ recipient_email: 'new@example.com' }))
  expect(await changes()).toEqual(expect.arrayContaining(['messages', 'recipients', 'nudges']))
})
