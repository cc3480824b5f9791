import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { storeMember } from '../../src/dashboard/people/sql.ts'
import { statement } from '../../src/db/statement.ts'
import { formatId } from '../../src/ids.ts'
import type { MemberRole } from '../../src/member-role.ts'
import type { Shop } from '../support/client.ts'
import {
  cookieOf,
  createMember,
  createSignedInOperator,
  hiddenField,
  mailedPath,
  type SignedInMember,
  submitForm,
} from '../support/dashboard.ts'
import { newPasskey } from '../support/dashboard-scene.ts'
import { createTestService } from '../support/test-service.ts'

/** What a person who leaves a shop, or an operator who is revoked, could come back with. */
const service = await createTestService()
const { business, call, db, operator } = service
const read = (path: string, { cookie }: Pick<SignedInMember, 'cookie'>) =>
  call('GET', path, { headers: { Cookie: cookie } })
const remove = (shop: Shop, { personId }: SignedInMember) =>
  operator('DELETE', `/businesses/${shop.id}/members/${formatId('per', personId)}`)
const join = (shop: Shop, { personId }: SignedInMember, role: MemberRole = 'owner') =>
  db.all(storeMember, { businessId: shop.businessId, personId, role })
const newAddress = (): string => `${randomUUID()}@simulator.example`
const statusOf = async (member: SignedInMember): Promise<number> =>
  (await read(`${member.path}/messages`, member)).status

const passkeysOf = statement<{ personId: string }, { id: string }>(
  'test.passkeys_of',
  `select credential_id as id from passkeys where person_id = $personId`,
)
const sessionsOf = statement<{ personId: string }, { id: string }>(
  'test.sessions_of',
  `select id from dashboard_sessions where person_id = $personId and revoked_at is null`,
)
const credentialsOf = async (person: SignedInMember) => ({
  sessions: (await db.all(sessionsOf, person)).length,
  passkeys: (await db.all(passkeysOf, person)).length,
})

/** A shop with an owner, so that another member can leave it. */
async function shopWithOwner(): Promise<Shop> {
  const shop = await business()
  await createMember(service, shop, 'owner')
  return shop
}

describe('a member who is removed', () => {
  test('has no session and no passkey when the same address is invited again', async () => {
    const shop = await shopWithOwner()
    const person = await createMember(service, shop, 'owner')
    await newPasskey(service, person.personId)
    expect(await credentialsOf(person)).toEqual({ sessions: 1, passkeys: 1 })
    expect((await remove(shop, person)).status).toBe(204)
    expect(await credentialsOf(person)).toEqual({ sessions: 0, passkeys: 0 })
    await join(shop, person)
    expect(await statusOf(person)).toBe(303)
  })

  test('keeps both while they work for another shop, or are an operator', async () => {
    const [shop, other] = [await shopWithOwner(), await business()]
    const person = await createMember(service, shop, 'owner')
    await join(other, person)
    const asOperator = await createSignedInOperator(service, other, 'support')
    await join(shop, asOperator)
    for (const one of [person, asOperator]) {
      await newPasskey(service, one.personId)
      await remove(shop, one)
      expect(await credentialsOf(one)).toEqual({ sessions: 1, passkeys: 1 })
    }
  })

  test('of two shops at once has neither, in 40 rounds', async () => {
    const shops = [await shopWithOwner(), await shopWithOwner()]
    for (let round = 0; round < 40; round++) {
      const person = await createMember(service, shops[0]!, 'viewer')
      await join(shops[1]!, person)
      await newPasskey(service, person.personId)
      const removed = await Promise.all(shops.map((shop) => remove(shop, person)))
      expect(removed.map(({ status }) => status)).toEqual([204, 204])
      expect(await credentialsOf(person), `round ${round}`).toEqual({ sessions: 0, passkeys: 0 })
    }
  })

  test('while they sign in has no session, in 40 rounds', async () => {
    const shop = await shopWithOwner()
    for (let round = 0; round < 40; round++) {
      const email = newAddress()
      const person = await createMember(service, shop, 'viewer', 'Ana Lopez', email)
      const asked = await submitForm(service, '/dashboard/sign-in', { email })
      const link = await mailedPath(service, email)
      const [signedIn] = await Promise.all([
        submitForm(service, link, {}, { Cookie: cookieOf(asked) }),
        remove(shop, person),
      ])
      expect([200, 303]).toContain(signedIn.status)
      expect((await credentialsOf(person)).sessions, `round ${round}`).toBe(0)
    }
  })

  test('loses the open invitations that they made', async () => {
    const shop = await shopWithOwner()
    const [person, email] = [await createMember(service, shop, 'owner'), newAddress()]
    const form = await read(`${person.path}/members/invite`, person)
    const fields = { csrf: hiddenField(form.text, 'csrf'), email, role: 'owner' }
    await submitForm(service, `${person.path}/members/invite`, fields, { Cookie: person.cookie })
    const link = await mailedPath(service, email)
    await remove(shop, person)
    expect((await call('GET', link)).text).toContain('This invitation has ended')
  })
})

describe('an operator who is revoked', () => {
  test('has no session and no passkey when the same address is an operator again', async () => {
    const shop = await business()
    const person = await createSignedInOperator(service, shop, 'admin')
    await newPasskey(service, person.personId)
    await operator('DELETE', `/operators/${person.operatorId}`)
    expect(await credentialsOf(person)).toEqual({ sessions: 0, passkeys: 0 })
    await operator('POST', '/operators', { name: 'Heir', role: 'admin', email: person.email })
    expect(await statusOf(person)).toBe(303)
  })

  test('loses the open invitations that they made, in every shop, and no other', async () => {
    const shops = [await business(), await business()]
    const grace = await createSignedInOperator(service, shops[0]!, 'admin')
    const links: string[] = []
    for (const shop of shops) {
      const email = newAddress()
      const headers = { Authorization: `Bearer ${grace.token}` }
      await call('POST', `/operator/v1/businesses/${shop.id}/invitations`, { body: { email, role: 'owner' }, headers })
      links.push(await mailedPath(service, email))
    }
    const remaining = newAddress()
    await operator('POST', `/businesses/${shops[0]!.id}/invitations`, { email: remaining, role: 'owner' })
    await operator('DELETE', `/operators/${grace.operatorId}`)
    for (const link of links) expect((await call('GET', link)).text).toContain('This invitation has ended')
    expect((await call('GET', await mailedPath(service, remaining))).text).not.toContain('This invitation has ended')
  })
})

describe('the session of an invitation that another person accepted', () => {
  async function forwarded(): Promise<{ email: string; shop: Shop; thief: { cookie: string } }> {
    const [shop, email] = [await shopWithOwner(), newAddress()]
    await operator('POST', `/businesses/${shop.id}/invitations`, { email, role: 'viewer' })
    const accepted = await accept(await mailedPath(service, email), 'Eve')
    return { email, shop, thief: { cookie: cookieOf(accepted) } }
  }
  async function accept(link: string, name: string) {
    const shown = await call('GET', link)
    const fields = { csrf: hiddenField(shown.text, 'csrf'), current: '', name }
    return submitForm(service, link, fields, { Cookie: cookieOf(shown) })
  }

  test('ends when the person signs in by their mailbox', async () => {
    const { email, thief } = await forwarded()
    expect((await read('/dashboard/account', thief)).status).toBe(200)
    const asked = await submitForm(service, '/dashboard/sign-in', { email })
    const signedIn = await submitForm(service, await mailedPath(service, email, 2), {}, { Cookie: cookieOf(asked) })
    expect((await read('/dashboard/account', { cookie: cookieOf(signedIn) })).status).toBe(200)
    expect((await read('/dashboard/account', thief)).status).toBe(303)
  })

  test('ends when the person joins another shop, and never opens that', async () => {
    const { email, thief } = await forwarded()
    const second = await shopWithOwner()
    await operator('POST', `/businesses/${second.id}/invitations`, { email, role: 'owner' })
    const joined = await accept(await mailedPath(service, email, 2), '')
    expect([joined.status, joined.headers['set-cookie']]).toEqual([303, undefined])
    expect((await read('/dashboard/account', thief)).status).toBe(303)
  })
})
