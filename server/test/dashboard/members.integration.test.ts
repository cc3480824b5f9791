import { describe, expect, test } from 'vitest'
import { storeMember } from '../../src/dashboard/people/sql.ts'
import { statement } from '../../src/db/statement.ts'
import { formatId } from '../../src/ids.ts'
import { shopPath } from '../../src/shop-path.ts'
import { createMember, hiddenField, type SignedInMember, submitForm } from '../support/dashboard.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { createTestService } from '../support/test-service.ts'

const service = await createTestService()
const { business, call, db, operator, sides } = service
const read = (path: string, { cookie }: SignedInMember) => call('GET', path, { headers: { Cookie: cookie } })
const press = async (path: string, from: string, member: SignedInMember, fields: Record<string, string> = {}) => {
  const csrf = hiddenField((await read(from, member)).text, 'csrf')
  return submitForm(service, path, { csrf, ...fields }, { Cookie: member.cookie })
}
const publicId = ({ personId }: SignedInMember): string => formatId('per', personId)
const rolesOf = async (shopId: string): Promise<Record<string, string>> => {
  const { items } = (await operator('GET', `/businesses/${shopId}/members`)).json
  return Object.fromEntries(items.map(({ id, role }: { id: string; role: string }) => [id, role]))
}
const ageSessions = statement<{ personId: string }>(
  'test.age_sessions',
  `update dashboard_sessions set proved_at = proved_at - interval '11 minutes' where person_id = $personId`,
)

describe('the page of the people', () => {
  test('shows every member the members and what a role may do, and only an owner the acts', async () => {
    const shop = await business()
    const [owner, viewer] = [await createMember(service, shop, 'owner'), await createMember(service, shop, 'viewer')]
    for (const [member, mayManage] of [
      [owner, true],
      [viewer, false],
    ] as const) {
      const { text } = await read(`${member.path}/members`, member)
      expect([text.includes(owner.email), text.includes(viewer.email)]).toEqual([true, true])
      expect(text).toContain('What each role may do')
      expect(text.includes('/members/invite')).toBe(mayManage)
    }
  })

  test('removing a member ends their access with the next request, on both sides', async () => {
    const { live, test: side } = await sides()
    const [owner, other] = [await createMember(service, live, 'owner'), await createMember(service, live, 'support')]
    const own = `${owner.path}/members/${publicId(other)}`
    const pages = [`${other.path}/members`, `${shopPath(side)}/members`, `${other.path}/messages`]
    for (const page of pages) expect((await read(page, other)).status, page).toBe(200)
    expect((await press(`${own}/remove`, own, owner)).headers['location']).toBe(`${owner.path}/members?done=removed`)
    for (const page of pages) expect((await read(page, other)).headers['location'], page).toMatch(/sign-in/)
  })

  test('the list shows when each was last here, and nothing of other shops', async () => {
    const [shop, other] = [await business(), await business()]
    const [owner, member] = [await createMember(service, shop, 'owner'), await createMember(service, shop, 'support')]
    await db.all(storeMember, { businessId: other.businessId, personId: member.personId, role: 'viewer' })
    const seenIn = async ({ id }: { id: string }): Promise<string | null> => {
      const { items } = (await operator('GET', `/businesses/${id}/members`)).json
      return items.find((one: { id: string }) => one.id === publicId(member)).seen_at
    }
    await read(`${owner.path}/messages`, member)
    expect([await seenIn(shop), await seenIn(other)]).toEqual([expect.any(String), null])
  })

  test('a change from the page of the test side is a change of the live business', async () => {
    const { live, test: side } = await sides()
    const [owner, other] = [await createMember(service, live, 'owner'), await createMember(service, live, 'viewer')]
    const own = `${shopPath(side)}/members/${publicId(other)}`
    expect((await press(`${own}/role`, own, owner, { role: 'developer' })).status).toBe(303)
    expect((await rolesOf(live.id))[publicId(other)]).toBe('developer')
    const [entry] = (await operator('GET', `/audit?business_id=${live.id}&action=changeMember`)).json.items
    expect(entry).toMatchObject({ actor_kind: 'member', person_id: publicId(owner), before: { role: 'viewer' } })
  })

  test('the last owner stays, and the page says what to do', async () => {
    const owner = await createMember(service, await business(), 'owner')
    const own = `${owner.path}/members/${publicId(owner)}`
    for (const act of ['remove', 'role']) {
      const { status, text } = await press(`${own}/${act}`, own, owner, { role: 'viewer' })
      expect([status, text.includes('Make another member an owner first')]).toEqual([409, true])
    }
  })

  test('changing people needs a fresh sign-in, which comes before the form', async () => {
    const shop = await business()
    const [owner, other] = [await createMember(service, shop, 'owner'), await createMember(service, shop, 'viewer')]
    const csrf = hiddenField((await read(`${owner.path}/members/invite`, owner)).text, 'csrf')
    await db.all(ageSessions, owner)
    const own = `${owner.path}/members/${publicId(other)}`
    for (const path of [own, `${owner.path}/members/invite`])
      expect((await read(path, owner)).headers['location']).toBe(`/dashboard/confirm?next=${encodeURIComponent(path)}`)
    for (const path of [`${own}/remove`, `${own}/role`, `${owner.path}/members/invite`]) {
      const { headers } = await submitForm(service, path, { csrf, role: 'owner' }, { Cookie: owner.cookie })
      expect(headers['location']).toMatch(/^\/dashboard\/confirm/)
    }
    expect((await rolesOf(shop.id))[publicId(other)]).toBe('viewer')
  })

  test('an owner cannot change the people of another shop', async () => {
    const [shop, foreign] = [await business(), await business()]
    const [owner, victim] = [await createMember(service, shop, 'owner'), await createMember(service, foreign, 'viewer')]
    const from = `${owner.path}/members/invite`
    const { status } = await press(`${owner.path}/members/${publicId(victim)}/remove`, from, owner)
    expect([status, Object.keys(await rolesOf(foreign.id))]).toEqual([404, [publicId(victim)]])
  })
})

test('of two owners who remove or demote each other at once, one stays, in 200 rounds', async () => {
  const random = seededRandom(20261118)
  // A person may ask for ten pages a second after the first sixty, so each shop has less than that.
  for (let pair = 0; pair < 4; pair++) {
    const shop = await business()
    const [one, two] = [await createMember(service, shop, 'owner'), await createMember(service, shop, 'owner')]
    // A person without any shop would lose their session with the first removal.
    const { businessId } = await business()
    for (const { personId } of [one, two]) await db.all(storeMember, { businessId, personId, role: 'viewer' })
    const path = (member: SignedInMember) => `${one.path}/members/${publicId(member)}`
    const csrfOf = new Map<SignedInMember, string>()
    for (const member of [one, two])
      csrfOf.set(member, hiddenField((await read(`${one.path}/members/invite`, member)).text, 'csrf'))
    for (let round = 0; round < 50; round++) {
      const act = (by: SignedInMember, whom: SignedInMember) => {
        const isRemoval = random() < 0.5
        const fields = { csrf: csrfOf.get(by)!, role: 'viewer' }
        return submitForm(service, `${path(whom)}/${isRemoval ? 'remove' : 'role'}`, fields, { Cookie: by.cookie })
      }
      const responses = await Promise.all([act(one, two), act(two, one)])
      const roles = Object.values(await rolesOf(shop.id)).filter((role) => role === 'owner')
      const statuses = responses.map(({ status }) => status).join()
      expect(roles, `pair ${pair}, round ${round}, statuses ${statuses}`).toHaveLength(1)
      await db.all(restoreOwners, { businessId: shop.businessId, people: [one, two] })
    }
  }
}, 240_000)
const restoreOwners = statement<{ businessId: string; people: { personId: string }[] }>(
  'test.restore_owners',
  `insert into members (business_id, person_id, role)
   select $businessId::uuid, people.person_id, 'owner' from $people(person_id uuid)
       on conflict (business_id, person_id) do update set role = 'owner'`,
)
