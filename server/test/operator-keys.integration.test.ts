import { describe, expect, test } from 'vitest'
import type { Shop } from './support/client.ts'
import { createTestService } from './support/test-service.ts'

const { business, call, operator } = await createTestService({ role: 'api' })

type Item = { id: string; name: string }
const list = async (shop: Shop, query = '') => (await operator('GET', `/businesses/${shop.id}/keys${query}`)).json
const names = ({ items }: { items: Item[] }): string[] => items.map(({ name }) => name)
const mint = async (shop: Shop, body: object) => (await shop.call('POST', '/api/v1/keys', { body })).json
const auditOf = async (shop: Shop) => (await operator('GET', `/audit?business_id=${shop.id}`)).json.items

describe('the operator', () => {
  test('lists active, revoked and expired keys with everything about them', async () => {
    const shop = await business()
    const now = new Date((await operator('POST', '/clock/advance', { seconds: 0 })).json.now)
    const end = new Date(now.getTime() + 60_000).toISOString()
    const child = await mint(shop, { name: 'Child', scopes: ['credits'] })
    const detached = await mint(shop, { name: 'Detached', detach: true, expires_at: end })
    await shop.call('DELETE', `/api/v1/keys/${child.id}`)
    await operator('POST', '/clock/advance', { seconds: 61 })
    const { items, next_cursor } = await list(shop)
    const [, , first] = items
    const { key: _, ...childItem } = child
    const { key: __, ...detachedItem } = detached
    expect(items).toEqual([
      { ...detachedItem, detached: true, active: false, revoked_at: null },
      { ...childItem, detached: false, active: false, revoked_at: expect.stringMatching(/Z$/) },
      { ...first, name: 'API key', minted_by: null, detached: false, active: true, revoked_at: null },
    ])
    expect([detachedItem.expires_at, childItem.scopes, childItem.minted_by, next_cursor]).toEqual([
      end,
      ['credits'],
      first.id,
      null,
    ])
  })

  test('lists keys in pages, and finds them by a part of the name or the end of the key', async () => {
    const shop = await business()
    const till = await mint(shop, { name: 'Till 100%' })
    await mint(shop, { name: 'Shop_floor' })
    const first = await list(shop, '?limit=2')
    const second = await list(shop, `?limit=2&cursor=${first.next_cursor}`)
    expect([names(first), names(second), second.next_cursor]).toEqual([['Shop_floor', 'Till 100%'], ['API key'], null])
    for (const [query, found] of [
      ['till', ['Till 100%']],
      ['0%', ['Till 100%']],
      ['p_f', ['Shop_floor']],
      [till.masked.slice(-4), ['Till 100%']],
      [till.masked, ['Till 100%']],
      [till.id, ['Till 100%']],
      ['nothing', []],
    ] as const)
      expect(names(await list(shop, `?query=${encodeURIComponent(query)}`)), query).toEqual(found)
    expect((await operator('GET', `/businesses/${shop.id}/keys?cursor=x`)).json.detail[0].loc).toEqual([
      'query',
      'cursor',
    ])
  })

  test('finds the active keys among many that a leaked key created and revoked', async () => {
    const shop = await business()
    for (let made = 0; made < 5; made++) {
      const { id } = await mint(shop, { name: 'Junk' })
      await shop.call('DELETE', `/api/v1/keys/${id}`)
    }
    await mint(shop, { name: 'Alive', detach: true })
    expect(names(await list(shop, '?active=true'))).toEqual(['Alive', 'API key'])
    expect(names(await list(shop, '?active=false'))).toHaveLength(7)
  })

  test('revokes a key with its children as support, and the audit log has who, what, before and after', async () => {
    const shop = await business()
    const parent = await mint(shop, {})
    const child = (await call('POST', '/api/v1/keys', { key: parent.key })).json
    const { token } = (await operator('POST', '/operators', { name: 'Sam', role: 'support' })).json
    const target = `/operator/v1/businesses/${shop.id}/keys/${parent.id}`
    expect((await call('DELETE', target, { key: token })).status).toBe(204)
    expect((await auditOf(shop))[0]).toMatchObject({
      operator_name: 'Sam',
      action: 'revokeBusinessKey',
      target: parent.id,
      before: { active: [parent.id, child.id] },
      after: { revoked: [parent.id, child.id], minted: false },
    })
    expect((await shop.call('GET', '/api/v1/keys')).json.items).toHaveLength(1)
  })

  test('who revokes nothing leaves no row in the audit log', async () => {
    const [shop, other] = [await business(), await business()]
    const { id } = await mint(shop, {})
    await shop.call('DELETE', `/api/v1/keys/${id}`)
    const before = (await auditOf(shop)).length
    const revoke = (business_id: string, key: string) => operator('DELETE', `/businesses/${business_id}/keys/${key}`)
    const notFound = { error_code: 'api_key.not_found' }
    expect((await revoke(shop.id, id)).json).toEqual(notFound)
    expect((await revoke(shop.id, 'nonsense')).json).toEqual(notFound)
    expect((await revoke(other.id, `${id}?minted=true`)).json).toEqual(notFound)
    expect((await revoke('biz_01KA00000000000000000000ZZ', id)).json).toEqual({ error_code: 'business.not_found' })
    expect((await revoke(shop.id, `${id}?minted=true`)).status).toBe(204)
    expect(await auditOf(shop)).toHaveLength(before)
  })

  test('mints a key with scopes and an expiry', async () => {
    const shop = await business()
    const rights = { scopes: ['messages:write'], expires_at: '2090-01-01T00:00:00.000Z' }
    const { json } = await operator('POST', `/businesses/${shop.id}/keys`, { name: 'Push', ...rights, detach: true })
    expect(json).toMatchObject({ name: 'Push', minted_by: null, ...rights })
    expect((await call('GET', '/api/v1/credits', { key: json.key })).status).toBe(403)
    expect((await auditOf(shop))[0]).toMatchObject({
      action: 'createDashboardKey',
      target: json.id,
      before: null,
      after: { name: 'Push', masked: json.masked, ...rights },
    })
  })
})
