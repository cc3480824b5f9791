import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { shopPath } from '../../src/shop-path.ts'
import type { Shop } from '../support/client.ts'
import { cookieOf, createMember, hiddenField, mailedPath, submitForm } from '../support/dashboard.ts'
import { createTestService } from '../support/test-service.ts'

const service = await createTestService()
const { business, call, db, operator } = service
const newAddress = (): string => `${randomUUID()}@simulator.example`
const invite = (shop: Shop, email: string, role = 'owner') =>
  operator('POST', `/businesses/${shop.id}/invitations`, { email, role })
const membersOf = async (shop: Shop) => (await operator('GET', `/businesses/${shop.id}/members`)).json.items

/** Opens the link and presses the button, in a browser with this session. */
async function join(path: string, name = 'Sam Field', session = '') {
  const shown = await call('GET', path, { headers: { Cookie: session } })
  const cookie = [session, cookieOf(shown)].filter(Boolean).join('; ')
  const fields = {
    csrf: hiddenField(shown.text, 'csrf'),
    current: hiddenField(shown.text, 'current'),
    // A person who exists is not asked for a name.
    ...(shown.text.includes('name="name"') && { name }),
  }
  return { shown, response: await submitForm(service, path, fields, { Cookie: cookie }) }
}

describe('an invitation', () => {
  test('of the operator lets the first owner in, with a session, once', async () => {
    const [shop, email] = [await business({ name: 'Hazel and Pine' }), newAddress()]
    expect((await invite(shop, email)).status).toBe(201)
    const path = await mailedPath(service, email)
    const { shown, response } = await join(path)
    expect([shown.text.includes('Hazel and Pine'), shown.text.includes(email)]).toEqual([true, true])
    expect(response.status).toBe(303)
    const home = await call('GET', String(response.headers['location']), { headers: { Cookie: cookieOf(response) } })
    expect(home.status).toBe(200)
    expect(await membersOf(shop)).toMatchObject([{ name: 'Sam Field', email, role: 'owner' }])
    expect((await call('GET', path)).text).toContain('was accepted')
    expect((await operator('GET', `/businesses/${shop.id}/invitations`)).json.items).toEqual([])
  })

  test('that a mail scanner opens ten times changes nothing', async () => {
    const [shop, email] = [await business(), newAddress()]
    await invite(shop, email)
    const path = await mailedPath(service, email)
    for (let opened = 0; opened < 10; opened++) expect((await call('GET', path)).status).toBe(200)
    expect(await membersOf(shop)).toEqual([])
    expect((await join(path)).response.status).toBe(303)
  })

  test('of an address of an operator opens the shop, but not as the operator, and no dangerous act', async () => {
    const [shop, other, email] = [await business(), await business({ name: 'Harbour Lamps' }), newAddress()]
    await operator('POST', '/operators', { name: 'Grace', role: 'admin', email })
    await invite(shop, email, 'owner')
    const { response } = await join(await mailedPath(service, email))
    const cookie = cookieOf(response)
    const read = (path: string) => call('GET', path, { headers: { Cookie: cookie } })
    const own = shopPath(shop)
    expect((await read(`${own}/messages`)).status).toBe(200)
    expect((await read(`${shopPath(other)}/messages`)).status).toBe(404)
    expect((await read('/dashboard?q=harbour')).text).not.toContain('Harbour')
    for (const path of [`${own}/members/invite`, '/dashboard/account/passkeys/new'])
      expect((await read(path)).headers['location']).toBe(`/dashboard/confirm?next=${encodeURIComponent(path)}`)

    const asked = await submitForm(service, '/dashboard/sign-in', { email })
    const browser = `${cookie}; ${cookieOf(asked)}`
    const signedIn = await submitForm(service, await mailedPath(service, email, 2), {}, { Cookie: browser })
    const renewed = { headers: { Cookie: cookieOf(signedIn) } }
    expect((await call('GET', `${shopPath(other)}/messages`, renewed)).status).toBe(200)
    expect((await call('GET', `${own}/members/invite`, renewed)).status).toBe(200)
  })

  test('is made by an operator with the role admin, and by no other', async () => {
    const shop = await business()
    for (const role of ['support', 'finance']) {
      const { token } = (await operator('POST', '/operators', { name: 'Grace', role })).json
      const { status, json } = await call('POST', `/operator/v1/businesses/${shop.id}/invitations`, {
        body: { email: newAddress(), role: 'owner' },
        headers: { Authorization: `Bearer ${token}` },
      })
      expect([status, json.error_code]).toEqual([403, 'operator.not_permitted'])
    }
  })

  test('of a person who exists adds the membership and gives no session', async () => {
    const [shop, other] = [await business(), await business()]
    const email = newAddress()
    const person = await createMember(service, other, 'owner', 'Ana Lopez', email)
    await invite(shop, email, 'support')
    const { shown, response } = await join(await mailedPath(service, email))
    expect(shown.text).not.toContain('name="name"')
    expect([response.headers['location'], response.headers['set-cookie']]).toEqual([
      expect.stringMatching(/^\/dashboard\/sign-in\?next=/),
      undefined,
    ])
    expect(await membersOf(shop)).toMatchObject([{ name: 'Ana Lopez', role: 'support' }])
    expect((await call('GET', `${person.path}/members`, { headers: { Cookie: person.cookie } })).status).toBe(200)
  })

  test('in a browser of another person says so, and leaves that session if the form was of another page', async () => {
    const [shop, email] = [await business(), newAddress()]
    const other = await createMember(service, await business(), 'owner')
    await invite(shop, email)
    const path = await mailedPath(service, email)
    const shown = await call('GET', path, { headers: { Cookie: other.cookie } })
    expect(shown.text).toContain(`This browser is signed in as ${other.email}`)
    const cookie = `${other.cookie}; ${cookieOf(shown)}`
    const fields = { csrf: hiddenField(shown.text, 'csrf'), current: '', name: 'Sam' }
    expect((await submitForm(service, path, fields, { Cookie: cookie })).status).toBe(200)
    expect(await membersOf(shop)).toEqual([])
    const { response } = await join(path, 'Sam', other.cookie)
    expect(response.status).toBe(303)
    expect((await call('GET', `${other.path}/members`, { headers: { Cookie: other.cookie } })).status).toBe(303)
  })

  test('ends when it is revoked, replaced or expired', async () => {
    const [shop, email] = [await business(), newAddress()]
    const first = (await invite(shop, email)).json
    const firstPath = await mailedPath(service, email)
    const second = (await invite(shop, email, 'viewer')).json
    const secondPath = await mailedPath(service, email, 2)
    expect((await join(firstPath)).shown.text).toContain('This invitation has ended')
    expect((await operator('DELETE', `/businesses/${shop.id}/invitations/${first.id}`)).json).toEqual({
      error_code: 'invitation.not_found',
    })
    expect((await operator('DELETE', `/businesses/${shop.id}/invitations/${second.id}`)).status).toBe(204)
    expect((await join(secondPath)).shown.text).toContain('This invitation has ended')
    await invite(shop, email)
    const third = await mailedPath(service, email, 3)
    await db.all(expireInvitations, shop)
    expect((await join(third)).shown.text).toContain('has expired')
    expect(await membersOf(shop)).toEqual([])
  })

  test('is accepted once by ten concurrent requests', async () => {
    const [shop, email] = [await business(), newAddress()]
    await invite(shop, email)
    const path = await mailedPath(service, email)
    const responses = await Promise.all(Array.from({ length: 10 }, () => join(path)))
    expect(responses.filter(({ response }) => response.status === 303)).toHaveLength(1)
    expect(await membersOf(shop)).toHaveLength(1)
  })

  test('of a member is refused, and one of an unknown address looks like one of a known address', async () => {
    const shop = await business()
    const member = await createMember(service, shop, 'viewer')
    const known = await createMember(service, await business(), 'viewer')
    expect((await invite(shop, member.email)).json).toEqual({ error_code: 'member.already_member' })
    const keys = async (email: string) => {
      const { status, json } = await invite(shop, email)
      return [status, Object.keys(json)]
    }
    expect(await keys(known.email)).toEqual(await keys(newAddress()))
  })

  test('is sent to one address five times a day', async () => {
    const shop = await business()
    const email = newAddress()
    for (let sent = 0; sent < 5; sent++) expect((await invite(shop, email)).status).toBe(201)
    expect((await invite(shop, email)).json).toEqual({ error_code: 'invitation.daily_limit_reached' })
  })

  test('works only at the address of its shop and with a form of the page', async () => {
    const [shop, other, email] = [await business(), await business(), newAddress()]
    const { path: otherPath } = await createMember(service, other, 'viewer')
    await invite(shop, email)
    const path = await mailedPath(service, email)
    const moved = `${otherPath}/invitation/${path.split('/').at(-1)}`
    expect((await call('GET', moved)).text).toContain('not complete')
    expect((await submitForm(service, path, { name: 'Sam', current: '' })).status).toBe(403)
    expect(await membersOf(shop)).toEqual([])
  })
})
const expireInvitations = statement<{ businessId: string }>(
  'test.expire_invitations',
  `update invitations set expires_at = clock_now() where business_id = $businessId`,
)
