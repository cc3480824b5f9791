import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import type { Shop } from '../support/client.ts'
import { createMember, type SignedInMember } from '../support/dashboard.ts'
import { createDashboardClient } from '../support/dashboard-client.ts'
import { openShop, pushMessage, shippedOrder } from '../support/messages.ts'
import { queueIdle } from '../support/queue-idle.ts'
import { createTestService } from '../support/test-service.ts'

const service = await createTestService()
const { db, operator } = service
const { read, submit } = createDashboardClient(service)
await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })
await operator('PUT', '/whatsapp-templates/delayed', { state: 'paused' })
await operator('PUT', '/sms-prices/FR', { credits: 3, open: true })

type Visited = { shop: Shop; owner: SignedInMember; path: string }
async function visit(settings: object = { sms: 'on', whatsapp: 'on' }): Promise<Visited> {
  const shop = await openShop(service, 100, { country: 'GB', ...settings })
  const owner = await createMember(service, shop, 'owner')
  return { shop, owner, path: `${owner.path}/channels` }
}
const settingsOf = async ({ shop }: Pick<Visited, 'shop'>) => {
  const { sms, whatsapp, countries } = (await operator('GET', `/businesses/${shop.id}`)).json
  return { sms, whatsapp, countries }
}
const textOf = ({ text }: { text: string }): string => text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const review = async ({ owner, path }: Visited, fields: Record<string, string>): Promise<string> =>
  textOf(await read(owner, `${path}/review?${new URLSearchParams(fields).toString()}`))
const as = { sms: 'on', whatsapp: 'on', scope: 'all', countries: '' }

describe('the page', () => {
  test('shows modes, prices, destinations and templates to everyone', async () => {
    const { shop, path } = await visit({ sms: 'on_request', countries: ['FR', 'GB', 'KE'] })
    const page = await read(await createMember(service, shop, 'viewer'), path)
    const text = textOf(page)
    expect(text).toContain('Texts On request A text is sent only when the push names the channel.')
    expect(text).toContain('WhatsApp messages Not enabled')
    expect(text).toContain('Allowed are France, United Kingdom, and Kenya.')
    expect(text).toContain('France FR 3 credits 1 credit')
    expect(text).toContain('Kenya KE Closed by the operator 1 credit')
    expect(text).not.toContain('Germany')
    expect(text).toContain('Shipped Approved An update from {{1}}')
    expect(text).toContain('Delayed Paused')
    expect(page.text).not.toContain(`${path}/edit`)
  })

  test('finds a destination that is not reached', async () => {
    const { owner, path } = await visit({ sms: 'on', countries: ['GB'] })
    const text = textOf(await read(owner, `${path}?show=closed&q=united+s`))
    expect(text).toContain('United States US Not available Not in your countries')
    expect(text).not.toContain('Germany DE')
    expect(textOf(await read(owner, `${path}?q=Narnia`))).toContain('No destination is found')
  })
})

describe('an owner', () => {
  test('changes modes and countries after a page that shows them before and after', async () => {
    const visited = await visit()
    const { owner, path } = visited
    const fields = { ...as, sms: 'on_request', scope: 'only', countries: 'france, Isle of Man' }
    const text = await review(visited, fields)
    expect(text).toContain('Texts On On request')
    expect(text).toContain('Countries All that are not closed France and United Kingdom')
    expect(text).toContain('No texts are scheduled No WhatsApp messages are scheduled')
    expect(await settingsOf(visited)).toEqual({ sms: 'on', whatsapp: 'on', countries: null })
    const { status, headers } = await submit(owner, `${path}/change`, fields)
    expect([status, headers['location']]).toEqual([303, `${path}?done=changed`])
    expect(await settingsOf(visited)).toEqual({ sms: 'on_request', whatsapp: 'on', countries: ['FR', 'GB'] })
    expect(textOf(await read(owner, `${owner.path}/audit`))).toContain(
      'changed settings: sms from on to on_request; countries from not set to FR, GB',
    )
  })

  test('is asked again for a country that does not exist, or for one at least', async () => {
    const visited = await visit()
    expect(await review(visited, { ...as, scope: 'only', countries: 'Narnia, FR' })).toContain('Correct “Narnia”')
    expect(await review(visited, { ...as, scope: 'only', countries: '' })).toContain('No country is named')
    const { status } = await submit(visited.owner, `${visited.path}/change`, { scope: 'only', countries: 'Narnia' })
    expect(status).toBe(422)
    expect(await settingsOf(visited)).toEqual({ sms: 'on', whatsapp: 'on', countries: null })
  })

  test('sees that nothing would change', async () => {
    const visited = await visit()
    expect(await review(visited, as)).toContain('Nothing would change')
    const { headers } = await submit(visited.owner, `${visited.path}/change`, as)
    expect(headers['location']).toBe(visited.path)
  })

  test('cannot enable a channel', async () => {
    const visited = await visit({ sms: 'not_enabled', whatsapp: 'on' })
    await submit(visited.owner, `${visited.path}/change`, { ...as, whatsapp: 'off' })
    expect(await settingsOf(visited)).toEqual({ sms: 'not_enabled', whatsapp: 'off', countries: null })
    expect(textOf(await read(visited.owner, `${visited.path}/edit`))).toContain('Texts are not enabled')
  })

  test('cannot enable a channel that the operator disables while the form is sent', async () => {
    const visited = await visit()
    // The operator holds the row, so the form has read the old mode when it waits for it.
    let sent: ReturnType<typeof submit> | undefined
    await db.transaction(async (tx) => {
      await tx.one(disableTexts, { businessId: visited.shop.businessId })
      sent = submit(visited.owner, `${visited.path}/change`, { ...as, sms: 'off' })
      await new Promise((resolve) => setTimeout(resolve, 300))
    })
    const response = await sent!
    expect(response.status).toBe(403)
    expect(textOf(response)).toContain('The operator of the service disabled a channel meanwhile')
    expect((await settingsOf(visited)).sms).toBe('not_enabled')
  })
})

const disableTexts = statement<{ businessId: string }>(
  'channels_test.disable_texts',
  `update businesses set sms = 'not_enabled' where id = $businessId`,
)

describe('sends that are scheduled already', () => {
  const inTenHours = () => new Date(Date.now() + 36_000_000).toISOString()
  const schedule = ({ shop }: Visited, index: number, phone: string, channels: string[]) =>
    pushMessage(
      shop,
      shippedOrder({
        recipient_email: `scheduled-${index}@example.com`,
        recipient_phone: phone,
        channels,
        send_at: inTenHours(),
        whatsapp_opt_in: { source: 'checkout' },
      }),
    )

  test('are not counted beyond a thousand', async () => {
    const visited = await visit()
    await schedule(visited, 1, '+447700900101', ['email', 'sms'])
    await db.all(copyScheduled, { businessId: visited.shop.businessId, copies: 1_100 })
    expect(await review(visited, { ...as, sms: 'off' })).toMatch(
      /More than 1,000 texts will not be sent More than 1,000 texts are scheduled/,
    )
  })

  test('are counted by what a change means for them, and end so', async () => {
    const visited = await visit()
    const { shop, owner, path } = visited
    const british = await schedule(visited, 1, '+447700900101', ['email', 'sms'])
    await schedule(visited, 2, '+447700900102', ['email', 'sms', 'whatsapp'])
    const french = await schedule(visited, 3, '+33612345678', ['email', 'sms'])
    expect(await review(visited, { ...as, sms: 'off' })).toMatch(
      /3 texts will not be sent 3 texts are scheduled, .* Each ends as sms_disabled/,
    )
    expect(await review(visited, { ...as, sms: 'on_request' })).toMatch(
      /Nothing changes for scheduled texts 3 texts are scheduled/,
    )
    const onlyBritain = { ...as, scope: 'only', countries: 'GB' }
    expect(await review(visited, onlyBritain)).toMatch(
      /1 text will not be sent 3 texts are .* Each ends as country_not_allowed .* Nothing changes for the others\. .*Nothing changes for scheduled WhatsApp messages 1 WhatsApp message is/,
    )
    await submit(owner, `${path}/change`, onlyBritain)
    expect(await review(visited, as)).toContain('1 text that would have been skipped will be sent')
    await operator('POST', '/clock/advance', { seconds: 36_100 })
    await queueIdle(db, shop)
    const outcomeOf = async (id: string) => (await shop.call('GET', `/api/v1/messages/${id}`)).json.delivery.sms
    expect(await outcomeOf(french.id)).toMatchObject({ skipped_reason: 'country_not_allowed', credits: 0 })
    expect(await outcomeOf(british.id)).toMatchObject({ skipped_reason: null, credits: 1 })
  })
})

/** Messages like the only one of the shop, each with a text that waits. */
const copyScheduled = statement<{ businessId: string; copies: number }>(
  'channels_test.copy_scheduled',
  `with made as (
     select uuidv7() as id, recipient_id, created_at as at
       from messages cross join generate_series(1, $copies::integer) where business_id = $businessId),
   messages_made as (
     insert into messages (business_id, id, recipient_id, kind, status, subject, body, created_at, updated_at)
     select $businessId::uuid, id, recipient_id, 'one_off', 'active', 'Shipped', 'On its way', at, at from made)
   insert into nudges (business_id, id, message_id, channel, state, price, charged, fallback, created_at, due_at)
   select $businessId::uuid, uuidv7(), id, 'sms', 'waiting', 0, false, false, at, at + interval '1 day' from made`,
)
