import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import type { ApiResponse, Shop } from '../support/client.ts'
import { createMember, type SignedInMember } from '../support/dashboard.ts'
import { createDashboardClient } from '../support/dashboard-client.ts'
import { createTestService } from '../support/test-service.ts'

/** What the pages about keys show and do, beyond what is tested for every page. */
const service = await createTestService()
const { business, call, db } = service
const { read, submit } = createDashboardClient(service)

async function shopWithOwner(): Promise<{ shop: Shop; owner: SignedInMember; list: string }> {
  const shop = await business({ country: 'GB' })
  const owner = await createMember(service, shop, 'owner', 'Ana Lopez')
  return { shop, owner, list: `${owner.path}/keys` }
}
const textOf = ({ text }: ApiResponse): string => text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const statusWith = async (key: string, path = '/api/v1/credits'): Promise<number> =>
  (await call('GET', path, { headers: { Authorization: `Bearer ${key}` } })).status
const secretIn = ({ text }: ApiResponse): string => /td_(?:live|test)_[0-9A-Za-z]{40,}/.exec(text)![0]

type Minted = { id: string; key: string }
async function mint(creator: string, body: Record<string, unknown>): Promise<Minted> {
  const headers = { Authorization: `Bearer ${creator}` }
  return (await call('POST', '/api/v1/keys', { headers, body })).json
}

describe('creating a key', () => {
  test('with scopes and an expiry: it can do only this, and the list names who created it', async () => {
    const { owner, list } = await shopWithOwner()
    const raw = { name: 'Warehouse', rights: 'some', scope: 'credits', lifetime: '30' }
    const key = secretIn(await submit(owner, `${list}/new`, raw))
    expect([await statusWith(key), await statusWith(key, '/api/v1/messages')]).toEqual([200, 403])
    const page = textOf(await read(owner, list))
    for (const shown of ['Warehouse', 'credits', 'Ana Lopez', 'With the shop', 'Everything', 'Never'])
      expect(page).toContain(shown)
  })

  test('without a scope creates none, and keeps what was typed', async () => {
    const { owner, list } = await shopWithOwner()
    const { status, text } = await submit(owner, `${list}/new`, { name: 'Warehouse', rights: 'some' })
    expect(status).toBe(422)
    for (const typed of ['No key was created', 'value="Warehouse"', 'value="some" checked'])
      expect(text).toContain(typed)
  })

  test('on the test side makes a key of the test side', async () => {
    const { live, test: testSide } = await service.sides({ name: 'Alder' })
    const owner = await createMember(service, live, 'owner')
    const { text } = await read(owner, `${owner.path}/keys`)
    const [, other] = /href="(\/dashboard\/[^/]+)\/keys" data-keys="g s"/.exec(text)!
    const key = secretIn(await submit(owner, `${other}/keys/new`, { name: 'Till', rights: 'all' }))
    expect(key).toMatch(/^td_test_/)
    expect((await testSide.call('GET', '/api/v1/keys')).json.items.map(({ name }: { name: string }) => name)).toContain(
      'Till',
    )
  })
})

describe('before a revocation the page shows', () => {
  test('the keys below it, what no other key may do, and that it is in use', async () => {
    const { owner, list, shop } = await shopWithOwner()
    const parent = await mint(shop.key, { name: 'Parent', scopes: ['keys', 'erasure'], detach: true })
    const child = await mint(parent.key, { name: 'Child', scopes: ['erasure'] })
    const detached = await mint(parent.key, { name: 'Detached', scopes: ['erasure'], detach: true })
    const path = `${list}/${parent.id}/revoke`
    const page = textOf(await read(owner, path))
    for (const shown of [
      'Revoke these 2 keys',
      'Child',
      'Created by it, but detached',
      'Detached',
      'Revoke all 3, detached ones too',
    ])
      expect(page).toContain(shown)
    expect(page).not.toContain('No other key may do this')
    const { headers } = await submit(owner, path, { minted: 'false' })
    expect(textOf(await read(owner, String(headers['location'])))).toContain('The key was revoked')
    const statuses = await Promise.all([parent, child, detached].map(({ key }) => statusWith(key)))
    expect(statuses).toEqual([401, 401, 403])
    expect((await read(owner, path)).status).toBe(404)
  })

  test('that no key is left', async () => {
    const { owner, list, shop } = await shopWithOwner()
    const [{ id }] = (await shop.call('GET', '/api/v1/keys')).json.items
    const page = textOf(await read(owner, `${list}/${id}/revoke`))
    expect(page).toContain('No active key is left')
  })

  test('what it minted through a key that is revoked', async () => {
    const { owner, list, shop } = await shopWithOwner()
    const leaked = await mint(shop.key, { name: 'Leaked', detach: true })
    const between = await mint(leaked.key, { name: 'Between', detach: true })
    const last = await mint(between.key, { name: 'Hidden till', detach: true })
    await shop.call('DELETE', `/api/v1/keys/${between.id}`)
    const path = `${list}/${leaked.id}/revoke`
    expect(textOf(await read(owner, path))).toContain('Hidden till')
    await submit(owner, path, { minted: 'true' })
    expect(await statusWith(last.key)).toBe(401)
  })
})

test('a list of more than 50 keys has pages, and shows revoked keys if asked to', async () => {
  const { owner, list, shop } = await shopWithOwner()
  for (let count = 0; count < 51; count++) {
    const { id } = (await service.operator('POST', `/businesses/${shop.id}/keys`, { name: `Key ${count}` })).json
    if (count === 0) await service.operator('DELETE', `/businesses/${shop.id}/keys/${id}`)
  }
  const first = await read(owner, list)
  expect(textOf(first)).not.toContain('Key 0 ')
  const [, older] = /href="([^"]*after=[^"]*)"/.exec(first.text)!
  expect(textOf(await read(owner, older!.replaceAll('&amp;', '&')))).toContain('With the shop')
  const all = await read(owner, `${list}?show=all`)
  const [, olderOfAll] = /href="([^"]*after=[^"]*)"/.exec(all.text)!
  const last = textOf(await read(owner, olderOfAll!.replaceAll('&amp;', '&')))
  expect(last).toContain('Key 0 ')
  expect(last).toContain('Revoked')
})

test('a key is in the response to the form alone: in no later page, audit row or line of the log', async () => {
  const { owner, list, shop } = await shopWithOwner()
  const key = secretIn(await submit(owner, `${list}/new`, { name: 'Till', rights: 'all' }))
  const pages = await Promise.all([list, `${list}?show=all`, `${owner.path}/audit`].map((path) => read(owner, path)))
  const rows = JSON.stringify(await db.all(auditRows, { businessId: shop.businessId }))
  expect(rows).toContain('createDashboardKey')
  for (const text of [...pages.map((page) => page.text), rows, service.logged()]) expect(text).not.toContain(key)
})
const auditRows = statement<{ businessId: string }, { row: unknown }>(
  'test.audit_rows_of_keys',
  `select to_jsonb(a) as row from audit_log a where business_id = $businessId`,
)
