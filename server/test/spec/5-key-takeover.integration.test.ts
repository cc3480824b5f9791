import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { retryUnavailable, type Shop } from '../support/client.ts'
import { eventsOf } from '../support/events.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { until } from '../support/simulator-client.ts'
import { requestHead, sendRaw } from '../support/socket.ts'
import { createTestService } from '../support/test-service.ts'

const { business, call, db, operator, simulator, url } = await createTestService()

type Key = { id: string; key: string; masked: string; name: string }
const mint = async (key: string, body: object = {}): Promise<Key> =>
  (await call('POST', '/api/v1/keys', { key, body })).json
const isValid = async ({ key }: { key: string }): Promise<boolean> =>
  (await call('GET', '/api/v1/credits', { key })).status === 200
const validity = (keys: { key: string }[]) => Promise.all(keys.map(isValid))
const mailsTo = async (to: string, subject: string) =>
  (await simulator.outbox({ channel: 'email', to })).filter((mail) => mail.subject === subject)
const revokedOf = async (shop: Shop): Promise<unknown[]> =>
  (await eventsOf(db, null, shop.id)).flatMap(({ type, data }) => (type === 'api_key.revoked' ? [data['key_id']] : []))

describe('the takeover by a leaked key (5)', () => {
  test('a key that is revoked while the body of its request arrives registers no webhook endpoint', async () => {
    const shop = await business()
    const leaked = await mint(shop.key)
    const body = JSON.stringify({ url: (await simulator.receiver('ok')).url })
    const head = requestHead('POST', '/api/v1/webhook-endpoints', {
      Authorization: `Bearer ${leaked.key}`,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      Connection: 'close',
      // The service requests the body after it has admitted the caller.
      Expect: '100-continue',
    })
    const { all } = await sendRaw(url, async (socket) => {
      socket.write(head)
      await once(socket, 'data')
      await shop.call('DELETE', `/api/v1/keys/${leaked.id}`)
      socket.write(body)
    })
    expect(all).toMatch(/^HTTP\/1\.1 100 Continue[^]*HTTP\/1\.1 401 [^]*business\.invalid_api_key/)
    expect((await shop.call('GET', '/api/v1/webhook-endpoints')).json.items).toEqual([])
  })

  test('is recovered by the operator in three calls: list, revoke with everything minted, mint', async () => {
    const owner = 'owner@shop.example'
    const shop = await business({ contact_email: owner })
    const till = await mint(shop.key, { name: 'Till', detach: true })
    const integration = await mint(shop.key, { name: 'Integration', detach: true })
    const [, , dashboard] = (await shop.call('GET', '/api/v1/keys')).json.items

    // The integration key leaks. Its holder mints detached keys, also from detached keys, revokes the dashboard key and fills
    // all 25.
    const attacker = [await mint(integration.key, { name: 'See http://evil.example', detach: true })]
    while (attacker.length < 22) attacker.push(await mint(attacker.at(-1)!.key, { detach: attacker.length % 3 > 0 }))
    expect((await call('DELETE', `/api/v1/keys/${dashboard.id}`, { key: attacker[5]!.key })).status).toBe(204)
    attacker.push(await mint(attacker[7]!.key))
    expect((await call('POST', '/api/v1/keys', { key: till.key })).json).toEqual({
      error_code: 'business.key_limit_reached',
    })
    // It covers its traces: a key in the middle of the chain is gone.
    expect((await call('DELETE', `/api/v1/keys/${attacker[10]!.id}`, { key: integration.key })).status).toBe(204)
    expect(await isValid(shop)).toBe(false)

    const { token } = (await operator('POST', '/operators', { name: 'Rescuer', role: 'admin' })).json
    const rescue = (method: string, path: string, body?: object) =>
      call(method, `/operator/v1/businesses/${shop.id}/keys${path}`, { key: token, ...(body && { body }) })
    const listed = await rescue('GET', '?query=Integration')
    const leaked = listed.json.items[0].id
    const revoked = await rescue('DELETE', `/${leaked}?minted=true`)
    const minted = await rescue('POST', '', { name: 'Dashboard' })

    expect([listed.status, leaked, revoked.status, minted.status]).toEqual([200, integration.id, 204, 201])
    expect(await validity([...attacker, integration, shop])).toEqual(Array(attacker.length + 2).fill(false))
    expect(await validity([minted.json, till])).toEqual([true, true])
    const { items } = (await call('GET', '/api/v1/keys', { key: minted.json.key })).json
    expect(items.map(({ id }: Key) => id)).toEqual([minted.json.id, till.id])

    const audit = (await operator('GET', '/audit?operator=Rescuer')).json.items
    const ofRescuer = { operator_name: 'Rescuer', role: 'admin', business_id: shop.id, personal: null }
    const { name, masked } = minted.json
    const gone = expect.toSatisfy((ids: string[]) => ids.length > 15 && ids.includes(leaked) && !ids.includes(till.id))
    expect(audit).toMatchObject([
      {
        ...ofRescuer,
        action: 'createDashboardKey',
        target: minted.json.id,
        before: null,
        after: { name, masked, scopes: null, expires_at: null },
        request_id: minted.headers['x-request-id'],
      },
      {
        ...ofRescuer,
        action: 'revokeBusinessKey',
        target: leaked,
        before: { active: gone },
        after: { revoked: gone, minted: true },
        request_id: revoked.headers['x-request-id'],
      },
    ])

    const events = await eventsOf(db, null, shop.id)
    expect(events.filter(({ type }) => type === 'api_key.created')).toHaveLength(attacker.length + 3)
    expect(events).toContainEqual({
      type: 'api_key.revoked',
      data: {
        key_id: dashboard.id,
        name: 'API key',
        masked: dashboard.masked,
        minted_by: null,
        revoked_by: attacker[5]!.id,
      },
    })
    expect(await revokedOf(shop)).toEqual(expect.arrayContaining([integration, ...attacker].map(({ id }) => id)))
    expect(events.at(-1)).toEqual({
      type: 'api_key.created',
      data: { key_id: minted.json.id, name, masked, minted_by: null },
    })
    expect(JSON.stringify(events)).not.toContain(minted.json.key)

    // The mail about the revocation by the operator is the last but one. The limit of an hour does not apply to it.
    const count = audit[1].after.revoked.length - 1
    const about = await until('the mail of the recovery', async () =>
      (await mailsTo(owner, 'An API key was revoked')).find((mail) => mail.text.includes(`and ${count} others`)),
    )
    expect(about.text).toContain(`The API key ${integration.masked} (“Integration”, ${leaked}) and ${count} others`)
    expect(about.text).toContain('by the operator of this service')
    await until('the mail of the new key', async () =>
      (await mailsTo(owner, 'An API key was created')).find((mail) => mail.text.includes(minted.json.id)),
    )
    const first = await until('the mail of the first key of the attacker', async () =>
      (await mailsTo(owner, 'An API key was created')).find((mail) =>
        mail.text.includes(`${attacker[0]!.id}) was created`),
      ),
    )
    expect(first.text).toContain(`by your API key ${integration.masked} (${leaked})`)
    expect(first.text).toContain(`DELETE /api/v1/keys/${leaked}?minted=true`)
    expect(JSON.stringify(await simulator.outbox({ channel: 'email', to: owner }))).not.toMatch(
      /evil|td_live_[0-9A-Za-z]/,
    )
  })

  test('200 seeded races of revoking with everything minted against minting leave no live descendant', async () => {
    const next = seededRandom(20261117)
    const shop = await business({ rate_limit_per_second: 10_000 })
    let [created, refused] = [0, 0]
    for (let race = 0; race < 200; race++) {
      const leaked = await mint(shop.key)
      const child = await mint(leaked.key, { detach: true })
      const requests = [
        ...[leaked, child, child].map(
          ({ key }) =>
            () =>
              call('POST', '/api/v1/keys', { key, body: { detach: next() < 0.7 } }),
        ),
        () => call('DELETE', `/api/v1/keys/${leaked.id}`, { key: child.key }),
        () =>
          race % 2 === 0
            ? shop.call('DELETE', `/api/v1/keys/${leaked.id}?minted=true`)
            : operator('DELETE', `/businesses/${shop.id}/keys/${leaked.id}?minted=true`),
      ].toSorted(() => next() - 0.5)
      const responses = await Promise.all(
        requests.map(async (send) => {
          await new Promise((resolve) => setTimeout(resolve, next() * 3))
          return retryUnavailable(send)
        }),
      )
      const live = (await shop.call('GET', '/api/v1/keys')).json.items
      expect(live, `race ${race}: a live descendant`).toHaveLength(1)
      created += responses.filter(({ status }) => status === 201).length
      refused += responses.filter(({ status }) => status === 401).length
    }
    // Both outcomes must occur, or the requests did not race.
    expect(created).toBeGreaterThan(10)
    expect(refused).toBeGreaterThan(10)
  })
})

describe('the owner is informed of keys (5)', () => {
  const noticesOf = statement<{ businessId: string }, { kind: string; detail: Record<string, unknown> }>(
    'test.notices_of_business',
    `select kind, detail from notices where business_id = $businessId order by id`,
  )

  test('not of the first key, and by one email for a revocation with its children', async () => {
    const owner = 'cascade@shop.example'
    const shop = await business({ contact_email: owner })
    expect([await eventsOf(db, null, shop.id), await db.all(noticesOf, shop)]).toEqual([[], []])
    const parent = await mint(shop.key, { name: 'Parent' })
    const child = await mint(parent.key)
    await shop.call('DELETE', `/api/v1/keys/${parent.id}`)
    const [, , first] = (await operator('GET', `/businesses/${shop.id}/keys`)).json.items
    const mail = await until('the email', async () => (await mailsTo(owner, 'An API key was revoked'))[0])
    expect(mail.text).toContain(`${parent.masked} (“Parent”, ${parent.id}) and 1 other were revoked`)
    expect(mail.text).toContain(`by your API key ${first.masked} (${first.id})`)
    expect(await revokedOf(shop)).toEqual([parent.id, child.id])
    expect((await db.all(noticesOf, shop)).map(({ kind }) => kind)).toEqual([
      'api_key_created',
      'api_key_created',
      'api_key_revoked',
    ])
  })

  test('also without an email address: by the event and the list of the operator', async () => {
    const shop = await business()
    const { id } = await mint(shop.key)
    const { items } = (await operator('GET', '/notices')).json
    expect(items.find(({ detail }: { detail: Record<string, unknown> }) => detail['key_id'] === id)).toMatchObject({
      business_id: shop.id,
      kind: 'api_key_created',
    })
    expect((await eventsOf(db, null, shop.id)).map(({ type }) => type)).toEqual(['api_key.created'])
  })

  test('by at most 20 emails an hour if keys create and revoke in a loop; the last one says so', async () => {
    const owner = 'loop@shop.example'
    const shop = await business({ contact_email: owner })
    for (let round = 0; round < 15; round++) {
      const { id } = await mint(shop.key)
      await shop.call('DELETE', `/api/v1/keys/${id}`)
    }
    expect(await eventsOf(db, null, shop.id)).toHaveLength(30)
    const notices = await db.all(noticesOf, shop)
    expect(notices.map(({ detail }) => detail['is_last_of_hour'])).toEqual([...Array(19).fill(false), true])
    // The operator is not limited, and does not count.
    await operator('POST', `/businesses/${shop.id}/keys`, { name: 'Rescue' })
    await until('21 emails', async () => (await simulator.outbox({ channel: 'email', to: owner })).length === 21)
    const mails = await simulator.outbox({ channel: 'email', to: owner })
    expect(mails.filter(({ text }) => text.includes('the last email about them for now'))).toHaveLength(1)

    await operator('POST', '/clock/advance', { seconds: 3600 })
    await mint(shop.key)
    expect(await db.all(noticesOf, shop)).toHaveLength(22)
  })
})
