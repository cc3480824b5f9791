import { hash, randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { allPersonRoutes, shopRoutes } from '../../src/http/dashboard/dashboard-pages.ts'
import { operatorRoutes } from '../../src/http/dashboard/operator/operator-routes.ts'
import type { OperatorRoute, PersonRoute, ShopRoute } from '../../src/http/dashboard/routes.ts'
import { parseId } from '../../src/ids.ts'
import { shopPath } from '../../src/shop-path.ts'
import { createInboxClient } from '../spec/6-inbox-client.ts'
import type { ApiResponse } from '../support/client.ts'
import { createMember, createSignedInOperator, type SignedInMember } from '../support/dashboard.ts'
import { addressOf, createDashboardClient, resultOf, watchRows } from '../support/dashboard-client.ts'
import {
  type Example,
  exampleOf,
  personExampleOf,
  shopFormsWithoutChange,
  signInPaths,
} from '../support/dashboard-examples.ts'
import { createScenes, forReading, newSession, removePeople } from '../support/dashboard-scene.ts'
import { formsWithoutChange, operatorExampleOf } from '../support/operator-examples.ts'
import { queueIdle } from '../support/queue-idle.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'

/** Each way to attack the sessions and forms of the dashboard that does not need a browser, on every page and form. */
const service = await createTestService()
const { call, db } = service
const { csrfOf, read, submit } = createDashboardClient(service)
const live = forReading((await createScenes(service, { live: 'okapi', test: 'quokka', name: 'Alder' })).live)

afterEach(() => removePeople(service, live.shop))

type Route = ShopRoute | PersonRoute | OperatorRoute
const isShopRoute = (route: Route): route is ShopRoute => 'permission' in route
const isOperatorRoute = (route: Route): route is OperatorRoute => 'roles' in route
const routes: Route[] = [...shopRoutes, ...allPersonRoutes, ...operatorRoutes]
const forms = routes.filter(({ method }) => method === 'POST')
const pages = routes.filter(({ method }) => method === 'GET')

const newOwner = (): Promise<SignedInMember> => createMember(service, live.shop, 'owner')
const newAdmin = () => createSignedInOperator(service, live.shop, 'admin')
/** A person whom the route serves. */
const personOf = (route: Route): Promise<SignedInMember> => (isOperatorRoute(route) ? newAdmin() : newOwner())
async function requestOf(route: Route, member: SignedInMember): Promise<{ path: string } & Pick<Example, 'fields'>> {
  const { params, fields, query } = await anyExampleOf(route, member)
  await queueIdle(db, live.shop)
  return { path: addressOf(route, { ...params, shop: live.path.slice('/dashboard/'.length) }) + query, fields }
}
function anyExampleOf(route: Route, member: SignedInMember): Promise<Example> {
  if (isShopRoute(route)) return exampleOf(route, live)
  return isOperatorRoute(route) ? operatorExampleOf(route, service, live) : personExampleOf(route, service, member)
}
const watch = () => watchRows(service, [live.shop])

describe('CSRF: nothing is changed by', () => {
  type Forgery = (
    member: SignedInMember,
  ) => Promise<{ fields?: Record<string, string>; headers?: Record<string, string> }>
  const forgeries: Record<string, Forgery> = {
    'a form without a token': async () => ({ fields: { csrf: '' } }),
    'a form with a token that was made up': async (member) => ({
      fields: { csrf: csrfOf(member).replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) },
    }),
    'a form with the token of another person': async () => ({ fields: { csrf: csrfOf(await newOwner()) } }),
    'a form with the token of another session of the same person': async ({ personId }) => ({
      fields: { csrf: csrfOf(await newSession(service, personId)) },
    }),
    'a form of another site': async () => ({ headers: { 'Sec-Fetch-Site': 'cross-site' } }),
    'a form of another host of the site': async () => ({ headers: { 'Sec-Fetch-Site': 'same-site' } }),
    'a form that no page sent': async () => ({ headers: { 'Sec-Fetch-Site': 'none' } }),
    'text that looks like a form': async () => ({ headers: { 'Content-Type': 'text/plain' } }),
    'a multipart form': async () => ({ headers: { 'Content-Type': 'multipart/form-data; boundary=x' } }),
    JSON: async () => ({ headers: { 'Content-Type': 'application/json' } }),
  }
  for (const route of forms)
    for (const [name, forge] of Object.entries(forgeries))
      test(`${name}: ${route.name}`, async () => {
        const member = await personOf(route)
        const { path, fields } = await requestOf(route, member)
        const { fields: changed, headers } = await forge(member)
        const changes = await watch()
        const response = await submit(member, path, { ...fields, ...changed }, headers)
        expect(resultOf(response)).toBe('nothing was changed')
        expect(response.headers['set-cookie']).toBeUndefined()
        expect(await changes()).toEqual([])
      })

  for (const route of pages)
    test(`reading a page: ${route.name}`, async () => {
      const member = await personOf(route)
      const { path } = await requestOf(route, member)
      const changes = await watch()
      await read(member, path)
      expect(await changes()).toEqual([])
    })

  for (const route of forms)
    test(`a link to a form: ${route.name}`, async () => {
      const member = await personOf(route)
      const { path, fields } = await requestOf(route, member)
      const changes = await watch()
      const { status } = await read(
        member,
        `${path}?${new URLSearchParams({ csrf: csrfOf(member), ...fields }).toString()}`,
      )
      if (!pages.some((page) => page.path === route.path)) expect(status).toBe(405)
      expect(await changes()).toEqual([])
    })
})

describe('a person who loses their role while a form waits changes nothing, and does not read that it was done:', () => {
  for (const route of forms.filter(isShopRoute).filter(({ name }) => !shopFormsWithoutChange.includes(name)))
    test(route.name, async () => {
      const member = await newOwner()
      const { path, fields } = await requestOf(route, member)
      // A first visit, so that the guard has no time of a visit to store behind the lock.
      await read(member, `${live.path}/members`)
      const changes = await watch()
      let waiting: Promise<ApiResponse> | undefined
      await db.transaction(async (tx) => {
        await tx.all(deleteMembership, { businessId: live.shop.businessId, personId: member.personId })
        waiting = submit(member, path, fields)
        await waitForLock()
      })
      expect((await waiting)!.headers['location'] ?? '').not.toMatch(/[?&]done=/)
      expect(await changes()).toEqual(['members'])
    })

  for (const route of operatorRoutes.filter(({ method }) => method === 'POST'))
    if (!formsWithoutChange.includes(route.name))
      test(route.name, async () => {
        const { operatorId, ...admin } = await newAdmin()
        const { path, fields } = await requestOf(route, admin)
        await read(admin, '/dashboard/operator')
        const changes = await watch()
        let waiting: Promise<ApiResponse> | undefined
        await db.transaction(async (tx) => {
          await tx.all(revokeOperator, { id: parseId('opr', operatorId)! })
          waiting = submit(admin, path, fields)
          await waitForLock()
        })
        expect((await waiting)!.headers['location'] ?? '').not.toMatch(/[?&]done=/)
        expect(await changes()).toEqual(['operators'])
      })

  const revokeOperator = statement<{ id: string }>(
    'test.revoke_operator',
    `update operators set revoked_at = clock_now() where id = $id`,
  )
  const deleteMembership = statement<{ businessId: string; personId: string }>(
    'test.delete_membership',
    `delete from members where business_id = $businessId and person_id = $personId`,
  )
  const findWaiting = statement<null, { pid: number }>(
    'test.find_waiting',
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`,
  )
  const waitForLock = () => until('the form waits for the role', () => db.one(findWaiting))
})

describe('session theft: a stolen cookie is useless', () => {
  const change = (name: string, text: string) =>
    statement<{ sessionId: string }>(`attacks.${name}`, `update dashboard_sessions set ${text} where id = $sessionId`)
  const ends = {
    'after the session was revoked': change('revoke', 'revoked_at = clock_now()'),
    'after twelve hours without a request': change('idle', `seen_at = clock_now() - interval '12 hours 1 second'`),
    'two weeks after the sign-in, however much it is used': change(
      'end',
      `created_at = clock_now() - interval '14 days', ends_at = clock_now(), seen_at = clock_now()`,
    ),
  }
  for (const [when, end] of Object.entries(ends))
    test(when, async () => {
      const { cookie, sessionId } = await newOwner()
      const path = `${live.path}/recipients`
      expect(resultOf(await read({ cookie, sessionId }, path))).toBe('served')
      await db.all(end, { sessionId })
      expect(resultOf(await read({ cookie, sessionId }, path))).toBe('sign in')
      expect(resultOf(await read({ cookie, sessionId }, '/dashboard'))).toBe('sign in')
    })

  test('if it is sent anywhere but in its cookie', async () => {
    const { cookie } = await newOwner()
    const token = cookie.split('=')[1]!
    for (const [path, headers] of [
      [`/dashboard?__Host-dashboard=${token}`, {}],
      ['/dashboard', { Authorization: `Bearer ${token}` }],
      ['/dashboard', { Cookie: `dashboard=${token}` }],
      ['/dashboard', { Cookie: `__Host-Dashboard=${token}` }],
      // A second cookie of this name can only be injected.
      ['/dashboard', { Cookie: `${cookie}; ${cookie}` }],
    ] as const)
      expect(resultOf(await read(null, path, headers))).toBe('sign in')
  })

  test('if it was read from the database, which stores its hash', async () => {
    const { cookie, sessionId } = await newOwner()
    const token = cookie.split('=')[1]!
    const stored = (await db.one(storedSession, { sessionId }))!.row
    expect(stored).not.toContain(token)
    expect(stored).toContain(hash('sha256', token, 'hex'))
    expect(
      resultOf(await read(null, '/dashboard', { Cookie: `__Host-dashboard=${hash('sha256', token, 'base64url')}` })),
    ).toBe('sign in')
  })

  test('if it was looked for in a page or in the log', async () => {
    for (const route of pages) {
      const member = await personOf(route)
      const { text } = await read(member, (await requestOf(route, member)).path)
      expect(text).not.toContain(member.cookie.split('=')[1])
      expect(service.logged()).not.toContain(member.cookie.split('=')[1])
    }
  })
})

describe('an inbox session and a dashboard session are not exchangeable:', () => {
  const { customerOf, enter } = createInboxClient(service)

  test('the dashboard does not accept the cookie of an inbox', async () => {
    const { cookie } = await enter(await customerOf(live.shop))
    const value = cookie.slice(cookie.indexOf('=') + 1)
    for (const sent of [cookie, `__Host-dashboard=${value}`, `__Host-dashboard=${value.slice(0, 43)}`])
      for (const path of ['/dashboard', `${live.path}/recipients`])
        expect(resultOf(await read(null, path, { Cookie: sent }))).toBe('sign in')
  })

  test('an inbox does not accept the cookie of the dashboard', async () => {
    const { cookie, path } = await enter(await customerOf(live.shop))
    const name = cookie.slice(0, cookie.indexOf('='))
    const { cookie: own } = await newOwner()
    const without = await call('GET', `${path}/updates`)
    for (const sent of [own, `${name}=${own.split('=')[1]}`]) {
      const response = await call('GET', `${path}/updates`, { headers: { Cookie: sent } })
      expect([response.status, response.text]).toEqual([without.status, without.text])
    }
  })
})

/** Every response that a browser shows: each page as a member sees it, the refusals, and the pages without a session. */
async function everyResponse(): Promise<{ name: string; response: ApiResponse }[]> {
  const [anOwner, aViewer] = [await newOwner(), await createMember(service, live.shop, 'viewer')]
  const responses: { name: string; response: ApiResponse }[] = []
  for (const route of routes) {
    // New people, because requests of one person are limited.
    const [owner, viewer] = [await personOf(route), await createMember(service, live.shop, 'viewer')]
    const { path } = await requestOf(route, owner)
    if (route.method === 'GET') {
      responses.push({ name: route.name, response: await read(owner, path) })
      responses.push({ name: `${route.name}, signed out`, response: await read(null, path) })
      responses.push({ name: `${route.name}, viewer`, response: await read(viewer, path) })
    } else responses.push({ name: `${route.name}, forged`, response: await submit(owner, path, { csrf: '' }) })
  }
  for (const path of [...signInPaths, '/dashboard/aaBBBBBBBBBBBBBBBBBBBBBB/recipients', `${live.path}x/recipients`])
    responses.push({ name: path, response: await call('GET', path) })
  const unknown = shopPath({ shard: live.shop.shard, businessId: randomUUID() })
  responses.push({ name: 'an unknown shop', response: await read(anOwner, `${unknown}/recipients`) })
  const many = await Promise.all(Array.from({ length: 100 }, () => read(aViewer, '/dashboard')))
  responses.push({ name: 'too many requests', response: many.find(({ status }) => status === 429) ?? many[0]! })
  return responses
}

describe('every page', async () => {
  const responses = await everyResponse()
  const documents = responses.filter(({ response }) => String(response.headers['content-type']).startsWith('text/html'))
  const failing = (isRight: (response: ApiResponse, name: string) => boolean, among = responses): string[] =>
    among.filter(({ response, name }) => !isRight(response, name)).map(({ name }) => name)

  test('is among those that were read, with refusals of each kind', () => {
    expect(new Set(responses.map(({ response }) => response.status))).toEqual(new Set([200, 303, 403, 404, 429]))
  })

  test('cache: is stored by no cache', () => {
    expect(failing(({ headers }) => headers['cache-control'] === 'no-store')).toEqual([])
  })

  /** Shown in a frame of the page of a message or of the brand, without scripts, forms and links out of the frame. */
  const framedPages = [
    'dashboard.message.email',
    'dashboard.message.inbox',
    'dashboard.brand.email',
    'dashboard.brand.text',
    'dashboard.brand.inbox',
  ]
  const isFramed = (name: string, { status }: ApiResponse): boolean =>
    framedPages.includes(name.split(',')[0]!) && status === 200

  test('has a policy that allows only files of the service', () => {
    const allowed =
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    const isAllowed = (response: ApiResponse, name: string): boolean => {
      const policy = String(response.headers['content-security-policy'])
      // Rows without a page have the policy of every response, which allows nothing.
      if (!isFramed(name, response))
        return policy === allowed || policy === "default-src 'none'; frame-ancestors 'none'"
      return /^default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox; style-src [^;]+(; img-src data:)?$/.test(
        policy,
      )
    }
    expect(failing(isAllowed, documents)).toEqual([])
  })

  test('clickjacking: cannot be framed', () => {
    const isUnframed = (response: ApiResponse, name: string) =>
      String(response.headers['content-security-policy']).includes(
        isFramed(name, response) ? "frame-ancestors 'self'" : "frame-ancestors 'none'",
      )
    expect(failing(isUnframed)).toEqual([])
  })

  test('sends no referrer, is not sniffed, and is read by no other site', () => {
    expect(
      failing(
        ({ headers }) =>
          headers['referrer-policy'] === 'no-referrer' &&
          headers['x-content-type-options'] === 'nosniff' &&
          headers['cross-origin-resource-policy'] === 'same-origin' &&
          headers['access-control-allow-origin'] === undefined,
      ),
    ).toEqual([])
  })

  test('has no inline style, script or handler, and no file of another site', () => {
    const own = documents.filter(({ name, response }) => !isFramed(name, response))
    const found = own.flatMap(({ name, response }) => inlineCode(response.text).map((code) => `${name}: ${code}`))
    expect(found).toEqual([])
  })

  test('cookies: every cookie is for this host, for HTTPS, and not for scripts', () => {
    const cookies = responses.flatMap(({ response }) => response.headers['set-cookie'] ?? [])
    for (const cookie of cookies)
      expect(cookie).toMatch(/^__Host-[\w-]+=[\w-]*; Max-Age=\d+; Path=\/; Secure; HttpOnly; SameSite=(Lax|Strict)$/)
  })
})

/** A picture in the page itself, which runs nothing. */
const tabIcon = '<link rel="icon" href="data:image/svg+xml,'

/** Attributes and elements that the policy would block. The escaped text of a page contains no angle bracket. */
function inlineCode(markup: string): string[] {
  const tags = (markup.match(/<[a-z][^>]*>/gi) ?? []).filter((tag) => !tag.startsWith(tabIcon))
  const isForeign = (tag: string): boolean => {
    const address = /\s(?:src|href|action|formaction)="([^"]*)"/i.exec(tag)?.[1] ?? ''
    if (/^\s*(javascript|data|vbscript):/i.test(address)) return true
    return /^<(script|link|img|iframe|form|button)\b/i.test(tag) && /^([a-z]+:)?\/\//i.test(address)
  }
  return tags.filter(
    (tag) =>
      /\s(style|on\w+|srcdoc)\s*=/i.test(tag.replaceAll(/="[^"]*"/g, '=')) ||
      /^<(style|object|embed|base)\b/i.test(tag) ||
      (/^<script\b/i.test(tag) && !/\ssrc=/.test(tag)) ||
      isForeign(tag),
  )
}

test.each([
  '<p style="color:red">',
  '<style>',
  '<script>',
  '<a href="javascript:alert(1)">',
  '<img src="https://evil.example/x.png">',
  '<script src="//evil.example/x.js">',
  '<form action="http://evil.example">',
  '<button onclick="x()">',
  '<iframe srcdoc="x">',
  '<base href="/x">',
])('the search for inline code finds %s', (tag) => {
  expect(inlineCode(`<main>${tag}</main>`)).toEqual([tag])
})

describe('open redirect: an address in a parameter leads to another site nowhere:', () => {
  const parameters = ['next', 'from', 'return', 'url', 'redirect']
  const hostile = [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '\\\\evil.example',
    '/dashboard//evil.example',
    '/dashboard/..//evil.example',
    '/dashboard/%2e%2e//evil.example',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    ' https://evil.example',
    '\thttps://evil.example',
    'https:evil.example',
    '/dashboard\r\nLocation: https://evil.example',
    '/dashboard@evil.example',
    'https://127.0.0.1@evil.example/',
    'http://evil.example/dashboard',
    '/inbox/open?next=//evil.example',
    '///evil.example',
    '/%09/evil.example',
    '/%5cevil.example',
  ]
  const leadsElsewhere = ({ headers, text }: ApiResponse): string[] => {
    const addresses = [
      ...(headers['location'] === undefined ? [] : [String(headers['location'])]),
      ...[...text.replaceAll(tabIcon, '').matchAll(/\s(?:href|action|formaction|src)="([^"]*)"/g)].map(
        ([, address]) => address!,
      ),
      ...[...text.matchAll(/http-equiv="refresh"[^>]*url=([^"]*)"/gi)].map(([, address]) => address!),
    ].map((address) => address.replaceAll('&amp;', '&').replaceAll('&#39;', "'"))
    return addresses.filter((address) => {
      const url = URL.parse(address, 'http://shop.example/dashboard/page')
      return url === null || url.host !== 'shop.example' || !/^https?:$/.test(url.protocol)
    })
  }
  const query = (value: string): string =>
    new URLSearchParams(Object.fromEntries(parameters.map((name) => [name, value]))).toString()

  for (const value of hostile)
    test(JSON.stringify(value), async () => {
      const found: string[] = []
      for (const path of [
        ...signInPaths,
        ...allPersonRoutes.filter((one) => one.method === 'GET' && !one.path.includes('{')).map(({ path: one }) => one),
      ])
        for (const visitor of [null, await newOwner()]) {
          const response = await read(visitor, `${path}?${query(value)}`)
          found.push(...leadsElsewhere(response).map((address) => `${path}: ${address}`))
        }
      for (const route of routes.filter(({ isDangerous }) => isDangerous)) {
        const member = await personOf(route)
        const { path, fields } = await requestOf(route, member)
        await db.all(proveEarlier, member)
        const target = route.method === 'GET' ? `${path}?${query(value)}` : path
        const response =
          route.method === 'GET' ? await read(member, target) : await submit(member, path, { ...fields, from: value })
        found.push(...leadsElsewhere(response).map((address) => `${route.name}: ${address}`))
        const location = String(response.headers['location'] ?? '')
        const next = new URLSearchParams(location.split('?')[1]).get('next') ?? '/dashboard'
        if (route.method === 'POST' && next !== '/dashboard') found.push(`${route.name}: ${next}`)
      }
      expect(found).toEqual([])
    })
})

const storedSession = statement<{ sessionId: string }, { row: string }>(
  'attacks.stored_session',
  `select one::text as row from dashboard_sessions one where id = $sessionId`,
)
const proveEarlier = statement<{ sessionId: string }>(
  'attacks.prove_earlier',
  `update dashboard_sessions set proved_at = clock_now() - interval '10 minutes 1 second' where id = $sessionId`,
)
