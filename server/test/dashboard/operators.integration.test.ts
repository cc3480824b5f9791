import { describe, expect, test } from 'vitest'
import { shopRoutes } from '../../src/http/dashboard/dashboard-pages.ts'
import type { ShopRoute } from '../../src/http/dashboard/routes.ts'
import { actorAllows } from '../../src/member-role.ts'
import { operatorRoles } from '../../src/operator-role.ts'
import { shopPath } from '../../src/shop-path.ts'
import { createMember, createSignedInOperator } from '../support/dashboard.ts'
import { createTestService } from '../support/test-service.ts'

const service = await createTestService()
const { business, call, operator, sides } = service
const read = (path: string, cookie: string) => call('GET', path, { headers: { Cookie: cookie } })

const businesses = '/dashboard/operator/businesses'

describe('an operator with an address', () => {
  test('is led to the pages of operators', async () => {
    const { cookie } = await createSignedInOperator(service, await business(), 'finance')
    const { status, headers } = await read('/dashboard', cookie)
    expect([status, headers['location']]).toEqual([303, '/dashboard/operator'])
  })

  test('finds every shop by a part of its name or its id, without being a member', async () => {
    const wanted = await business({ name: 'Harbour Lamps' })
    await business({ name: 'Hill Farm' })
    const { cookie } = await createSignedInOperator(service, wanted, 'support')
    for (const search of ['bour%20la', wanted.id]) {
      const { status, text } = await read(`${businesses}?q=${search}`, cookie)
      expect([status, text.includes('Harbour Lamps'), text.includes('Hill Farm')]).toEqual([200, true, false])
      expect(text).toContain(`${businesses}/${wanted.id}`)
    }
    expect((await read(`${businesses}?q=no-such-shop`, cookie)).text).toContain('No business was found')
    expect((await read(`${businesses}/${wanted.id}`, cookie)).text).toContain(`${shopPath(wanted)}/messages`)
  })

  test('reads the list of shops in pages', async () => {
    const shop = await business()
    for (let count = 0; count < 51; count++) await business({ name: `Chain ${count}` })
    const { cookie } = await createSignedInOperator(service, shop, 'support')
    const first = await read(`${businesses}?q=chain`, cookie)
    const next = /href="(\/dashboard\/operator\/businesses\?[^"]*after=[^"]*)"/
      .exec(first.text)![1]!
      .replaceAll('&amp;', '&')
    const second = await read(next, cookie)
    const names = (text: string) => text.match(/Chain \d+/g)!
    expect([names(first.text).length, names(second.text)]).toEqual([50, ['Chain 0']])
  })

  test('opens both sides of a shop, and every page says that they act as operator', async () => {
    const { live, test: side } = await sides()
    const { cookie } = await createSignedInOperator(service, live, 'support')
    for (const shop of [live, side]) {
      const { status, text } = await read(`${shopPath(shop)}/members`, cookie)
      expect([status, text.includes('You act as operator')]).toEqual([200, true])
    }
    const { cookie: own, path } = await createMember(service, live, 'owner')
    expect((await read(`${path}/members`, own)).text).not.toContain('You act as operator')
  })

  test('reads a key by its id, although a newer key has this id as its name', async () => {
    const shop = await business()
    const create = async (name: string) => (await operator('POST', `/businesses/${shop.id}/keys`, { name })).json
    const leaked = await create('Leaked till')
    await create(leaked.id)
    const { cookie } = await createSignedInOperator(service, shop, 'support')
    const { status, text } = await read(`${businesses}/${shop.id}/keys/${leaked.id}`, cookie)
    expect([status, text.includes('Leaked till')]).toEqual([200, true])
    const other = await business()
    expect((await read(`${businesses}/${other.id}/keys/${leaked.id}`, cookie)).status).toBe(404)
  })

  test('loses access with the revocation, on the next request', async () => {
    const shop = await business()
    const { cookie, path, operatorId } = await createSignedInOperator(service, shop, 'admin')
    expect((await read(`${path}/members`, cookie)).status).toBe(200)
    await operator('DELETE', `/operators/${operatorId}`)
    for (const page of [`${path}/members`, '/dashboard'])
      expect((await read(page, cookie)).headers['location']).toMatch(/^\/dashboard\/sign-in/)
  })

  test('who is a member of the shop acts as the member', async () => {
    const shop = await business()
    const { cookie, path, email } = await createSignedInOperator(service, shop, 'admin')
    const person = await createMember(service, shop, 'viewer', 'Ana Lopez', email)
    expect((await read(`${path}/members`, person.cookie)).text).not.toContain('You act as operator')
    expect((await read(`${path}/members/invite`, cookie)).status).toBe(403)
  })

  test('has an address that no other active operator has', async () => {
    const grace = { name: 'Grace', role: 'support', email: 'Grace.H@tidings.example' }
    const first = (await operator('POST', '/operators', grace)).json
    const again = await operator('POST', '/operators', { ...grace, email: 'grace.h@TIDINGS.example' })
    expect([again.status, again.json]).toEqual([409, { error_code: 'operator.email_in_use' }])
    await operator('DELETE', `/operators/${first.id}`)
    expect((await operator('POST', '/operators', grace)).status).toBe(201)
  })
})

const anyValue = 'none'
const addressOf = ({ path }: ShopRoute, shop: string): string =>
  path.replace('/dashboard/{shop}', shop).replaceAll(/\{\w+\}/g, anyValue)

for (const role of operatorRoles)
  test(`an operator with the role ${role} is refused exactly the pages that the role does not permit`, async () => {
    const shop = await business()
    const signedIn = await createSignedInOperator(service, shop, role)
    const actor = { kind: 'operator' as const, id: signedIn.operatorId, name: 'Grace', role }
    for (const route of shopRoutes.filter(({ method }) => method === 'GET')) {
      const { text } = await read(addressOf(route, signedIn.path), signedIn.cookie)
      const isRefused = text.includes('You are an operator with the role')
      expect([route.name, !isRefused]).toEqual([route.name, actorAllows(actor, route.permission)])
    }
  })
