import { describe, expect, test } from 'vitest'
import { createContext } from '../../src/context.ts'
import { statement } from '../../src/db/statement.ts'
import { noticeMails } from '../../src/notices/mail.ts'
import { notify } from '../../src/notices/notify.ts'
import type { NewNotice } from '../../src/notices/sql.ts'
import { createOutbound } from '../../src/outbound/outbound.ts'
import { createQueue } from '../../src/queue/queue.ts'
import { publishNotices } from '../../src/webhooks/publish-notices.ts'
import type { Shop } from '../support/client.ts'
import { createMember, hiddenField, type SignedInMember } from '../support/dashboard.ts'
import { createDashboardClient } from '../support/dashboard-client.ts'
import { eventsOf } from '../support/events.ts'
import { openShop, pushMessage, shippedOrder } from '../support/messages.ts'
import { queueIdle } from '../support/queue-idle.ts'
import { silentLog } from '../support/silent-log.ts'
import { createTestService } from '../support/test-service.ts'

const service = await createTestService()
const { db, config, simulator } = service
const { read, submit } = createDashboardClient(service)
const outbound = createOutbound({ policy: { allowCidrs: [], exact: [] }, certificateAuthority: null })
const context = createContext(db, createQueue(db), outbound, silentLog, config)

const textOf = ({ text }: { text: string }): string => text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const mailsTo = async (to: string) =>
  (await simulator.outbox({ to })) as { subject: string; text: string; html: string }[]
const notifyShop = (notices: NewNotice[]) => db.transaction((tx) => notify(context, tx, notices))
const quota = ({ businessId }: Shop): NewNotice => ({
  businessId,
  kind: 'quota_nearly_reached',
  detail: { quota: 'messages_per_day', used: 8, limit: 10 },
})
type Recipient = { id: string; email: string }
const recipientOf = statement<{ businessId: string }, Recipient>(
  'probe.recipient_of_notice',
  'select id, email from recipients where business_id = $businessId',
)
const mailJobsOf = statement<{ personId: string }, { id: string }>(
  'probe.notice_mails',
  'select id from notice_mails where person_id = $personId',
)
const noticesOf = statement<{ businessId: string }, { id: string }>(
  'probe.notices',
  'select id from notices where business_id = $businessId',
)
const removeMember = statement<{ personId: string }>(
  'probe.remove_member',
  'delete from members where person_id = $personId',
)

test('a quota that is nearly used up reaches the contact address, the owners, the page and the webhooks, once each', async () => {
  const contact = 'contact@simulator.example'
  const shop = await openShop(service, 0, { messages_per_day: 5, contact_email: contact })
  const owner = await createMember(service, shop, 'owner')
  const others = await Promise.all(
    (['developer', 'support', 'viewer'] as const).map((role) => createMember(service, shop, role)),
  )
  for (let push = 0; push < 4; push++)
    await pushMessage(shop, shippedOrder({ recipient_email: 'ada@simulator.example' }))
  await queueIdle(db, shop)

  const url = `${config.publicUrl}${owner.path}/figures`
  for (const address of [contact, owner.email]) {
    const [mail, ...more] = await mailsTo(address)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ subject: 'Most of a quota is used', text: expect.stringContaining(url) })
    expect(mail!.text).toContain('You have pushed 4 messages today')
    expect(mail!.html).toContain(`href="${url}"`)
  }
  for (const { email } of others) expect(await mailsTo(email)).toEqual([])
  expect((await eventsOf(db, null, shop.id)).filter(({ type }) => type === 'notice.created')).toEqual([
    {
      type: 'notice.created',
      data: {
        notice_id: expect.stringMatching(/^ntc_/),
        kind: 'quota_nearly_reached',
        title: 'Most of a quota is used',
        detail: { quota: 'messages_per_day', used: 4, limit: 5 },
        url,
      },
    },
  ])
  expect(textOf(await read(owner, `${owner.path}/notices`))).toContain(
    'You have pushed 4 messages today (UTC) and may push 5 a day.',
  )
})

test('the contact address that is also an owner gets one email', async () => {
  const shop = await openShop(service, 0, {})
  const owner = await createMember(service, shop, 'owner')
  await service.operator('PATCH', `/businesses/${shop.id}`, { contact_email: owner.email.toUpperCase() })
  await notifyShop([quota(shop)])
  await queueIdle(db, shop)
  expect(await simulator.outbox({ to: owner.email.toUpperCase() })).toHaveLength(1)
})

test('the navigation counts what a member has not seen, for each side', async () => {
  const { live, test: testSide } = await service.sides({ name: 'Counted' })
  const viewer = await createMember(service, live, 'viewer')
  const onTestSide =
    viewer.path.replace(/[^/]+$/, '') + (await createMember(service, testSide, 'viewer')).path.split('/').at(-1)!
  const countOn = async (path: string, member = viewer) =>
    /Notices (\d\+?) new/.exec(textOf(await read(member, `${path}/figures`)))?.[1] ?? null
  expect(await countOn(viewer.path)).toBe(null)
  await notifyShop([quota(live), quota(live), quota(testSide)])
  expect([await countOn(viewer.path), await countOn(onTestSide)]).toEqual(['2', '1'])
  expect((await read(viewer, `${viewer.path}/notices`)).status).toBe(200)
  expect([await countOn(viewer.path), await countOn(onTestSide)]).toEqual([null, '1'])
  await notifyShop(Array.from({ length: 12 }, () => quota(live)))
  expect(await countOn(viewer.path)).toBe('9+')
  const later = await createMember(service, live, 'viewer')
  expect(await countOn(later.path, later)).toBe(null)
})

test('a long list has pages', async () => {
  const shop = await openShop(service, 0, {})
  const viewer = await createMember(service, shop, 'viewer')
  await notifyShop(Array.from({ length: 21 }, () => quota(shop)))
  const first = (await read(viewer, `${viewer.path}/notices`)).text
  expect(first.split('Most of a quota is used')).toHaveLength(21)
  const older = /href="([^"]+after=ntc_[^"]+)"/.exec(first)![1]!
  expect((await read(viewer, older)).text.split('Most of a quota is used')).toHaveLength(2)
})

test('a notice shows that its cause is gone, and that it came back', async () => {
  const shop = await openShop(service, 0, { messages_per_day: 2 })
  const viewer = await createMember(service, shop, 'viewer')
  const owner = await createMember(service, shop, 'owner')
  await submit(owner, `${owner.path}/webhooks/new`, { url: 'https://hooks.example.com/orders' })
  const [endpoint] = (await shop.call('GET', '/api/v1/webhook-endpoints')).json.items
  const { businessId } = shop
  const detail = { endpoint_id: endpoint.id, consecutive_failures: 20 }
  await notifyShop([
    { businessId, kind: 'webhook_endpoint_failing', detail },
    { businessId, kind: 'webhook_endpoint_disabled', detail },
    { businessId, kind: 'sending_paused', detail: { cause: 'complaints', sent: 1500, complained: 2, days: 30 } },
    { businessId, kind: 'sms_spend_reached', detail: { used: 5000, limit: 5000 } },
    { businessId, kind: 'sms_prefix_limited', detail: { destination: 'GB', limit: 200 } },
  ])
  const resolved = async () => {
    const page = (await read(viewer, `${viewer.path}/notices`)).text
    const cards = page.split('<h2').slice(1)
    return cards.filter((one) => one.includes('Resolved')).map((one) => /^[^>]*>([^<]*)/.exec(one)![1])
  }
  await db.all(breakAll, { businessId })
  for (let push = 0; push < 2; push++)
    await pushMessage(shop, shippedOrder({ recipient_email: 'ada@simulator.example' }))
  expect(await resolved()).toEqual([])
  await db.all(repairAll, { businessId })
  const all = [
    'Unusually many texts to similar numbers',
    'No more texts are sent today',
    'A quota is used up',
    'Sending was paused',
    'Your webhook endpoint was disabled',
    'Events do not reach your webhook endpoint',
  ]
  expect(new Set(await resolved())).toEqual(new Set(all))
  await db.all(breakAll, { businessId })
  expect(await resolved()).toEqual(['A quota is used up'])
})
/** What causes the notices of the test above, except the quota. */
const breakAll = statement<{ businessId: string }>(
  'probe.break',
  `with paused as (update businesses set sending_paused = true where id = $businessId),
   endpoints as (update webhook_endpoints set disabled_at = clock_now(), consecutive_failures = 20 where business_id = $businessId)
   insert into text_spend (business_id, day, credits, notified, prefix_notified_at)
   values ($businessId, (clock_now() at time zone 'UTC')::date, 5000, 100, clock_now())
       on conflict (business_id) do update set credits = 5000, prefix_notified_at = clock_now()`,
)
const repairAll = statement<{ businessId: string }>(
  'probe.repairAll',
  `with resumed as (update businesses set sending_paused = false, messages_per_day = 10 where id = $businessId),
   endpoints as (update webhook_endpoints set disabled_at = null, consecutive_failures = 0 where business_id = $businessId)
   update text_spend set credits = 0, prefix_notified_at = prefix_notified_at - interval '1 hour' where business_id = $businessId`,
)

test('a member who was removed before the email was sent gets none', async () => {
  const shop = await openShop(service, 0, {})
  const removed = await createMember(service, shop, 'owner')
  const member = await createMember(service, shop, 'owner')
  await notifyShop([quota(shop)])
  await db.all(removeMember, removed)
  const mailsOf = async (person: SignedInMember) => {
    const ids = (await db.all(mailJobsOf, person)).map(({ id }) => id)
    expect(ids).toHaveLength(1)
    return db.transaction((tx) => noticeMails(context, tx, ids))
  }
  expect(await mailsOf(removed)).toEqual([])
  expect(await mailsOf(member)).toHaveLength(1)
})

test('a notice whose job is taken again is published once', async () => {
  const shop = await openShop(service, 0, {})
  await notifyShop([quota(shop)])
  await queueIdle(db, shop)
  const ids = (await db.all(noticesOf, shop)).map(({ id }) => id)
  await db.transaction((tx) => publishNotices(context, tx, ids))
  expect(await eventsOf(db, null, shop.id)).toHaveLength(1)
})

describe('a customer who asks to be erased', () => {
  async function asked() {
    const shop = await openShop(service, 0, {})
    await pushMessage(shop, shippedOrder({ recipient_email: 'ada@simulator.example' }))
    const recipient = (await db.one(recipientOf, shop))!
    await notifyShop([
      { businessId: shop.businessId, kind: 'erasure_requested', detail: { recipient_id: recipient.id } },
    ])
    return { shop, recipient }
  }

  test('is erased with one button, whose form works once, and the notice is done', async () => {
    const { shop, recipient } = await asked()
    const support = await createMember(service, shop, 'support')
    const path = `${support.path}/notices`
    const page = await read(support, path)
    expect(textOf(page)).toContain('ada@simulator.example asked in their inbox')
    const fields = { address: hiddenField(page.text, 'address'), once: hiddenField(page.text, 'once'), from: path }
    const action = `${support.path}/recipients/${recipient.id}/erase`
    expect(page.text).toContain(`action="${action}"`)
    for (let attempt = 0; attempt < 2; attempt++) {
      const receipt = await submit(support, action, fields)
      expect([receipt.status, textOf(receipt)]).toEqual([200, expect.stringContaining('ada@simulator.example')])
    }
    expect(await db.one(recipientOf, shop)).toBe(null)
    const after = await read(support, path)
    expect(textOf(after)).toContain('Done: nothing about this customer is stored here any more.')
    expect(after.text).not.toContain('ada@simulator.example')
  })

  test('has no button for those who may not erase', async () => {
    const { shop } = await asked()
    for (const role of ['developer', 'viewer'] as const) {
      const member = await createMember(service, shop, role)
      const page = await read(member, `${member.path}/notices`)
      expect(textOf(page)).toContain('ada@simulator.example asked')
      expect(page.text).not.toContain('/erase"')
    }
  })

  test('is emailed to those who may erase', async () => {
    const { shop } = await asked()
    // The notice was before the members, so another one follows.
    const support = await createMember(service, shop, 'support')
    const developer = await createMember(service, shop, 'developer')
    const { id } = (await db.one(recipientOf, shop))!
    await notifyShop([{ businessId: shop.businessId, kind: 'erasure_requested', detail: { recipient_id: id } }])
    await queueIdle(db, shop)
    expect((await mailsTo(support.email)).map(({ text }) => text)).toEqual([
      expect.stringContaining(`${config.publicUrl}${support.path}/notices`),
    ])
    expect(await mailsTo(developer.email)).toEqual([])
  })
})
