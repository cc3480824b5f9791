import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { dropDatabase, prepareDatabase } from '../../dev/databases.ts'
import { type Context, createContext } from '../../src/context.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { statement } from '../../src/db/statement.ts'
import { parseId } from '../../src/ids.ts'
import { checkInstallation } from '../../src/installation/check-installation.ts'
import { migrateAll } from '../../src/migrate-all.ts'
import { createQueue } from '../../src/queue/queue.ts'
import { startUnlessPaused } from '../../src/worker/pause-guard.ts'
import { eventsOf } from '../support/events.ts'
import { silentLog } from '../support/silent-log.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'
import { push } from './push.ts'

/** No worker, so that queued nudges stay queued. */
const { startAnother, business, config, db, operator, sides } = await createTestService({ role: 'api' })
const contextOf = (database: Database): Context =>
  createContext(database, createQueue(database), {} as never, silentLog, config)

await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })
const shop = await business({ sms: 'on', whatsapp: 'on', contact_email: 'owner@simulator.example' })
await operator('POST', `/businesses/${shop.id}/credits`, { amount: 100 })

/** Simulates a restored dump. The next process that starts detects it. */
async function restore(): Promise<void> {
  await db.command(`update installation set location = 'elsewhere'`)
  await (await startAnother()).stop()
}
const release = async (dueWork?: 'abandon' | 'send') =>
  (await operator('POST', '/sending/release', dueWork === undefined ? {} : { due_work: dueWork })).json
const nudges = async (messageId: string): Promise<string[]> =>
  (await db.all(nudgesOf, { messageId: parseId('msg', messageId)! })).map(({ nudge }) => nudge)
const nudgesOf = statement<{ messageId: string }, { nudge: string }>(
  'test.restored_nudges',
  `select concat_ws(' ', channel, state, error_code, case when fallback then 'armed' end) as nudge
     from nudges where message_id = $messageId and state <> 'skipped' order by channel`,
)

test('on release, due nudges are abandoned with an unknown outcome; scheduled and new nudges stay', async () => {
  const due = await push(shop, { channels: ['sms'] })
  const later = await push(shop, { channels: ['sms'], send_at: new Date(Date.now() + 3_600_000).toISOString() })
  await restore()
  const fresh = await push(shop, { channels: ['sms'] })
  expect(await release()).toMatchObject({ sending: 'on', paused_since: null, due_nudges: 0, abandoned: 2 })
  expect(await Promise.all([due, later, fresh].map(nudges))).toEqual([
    ['email failed outcome_unknown', 'sms failed sms.submit_outcome_unknown'],
    ['email waiting', 'sms waiting'],
    ['email queued', 'sms queued'],
  ])
  expect((await eventsOf(db, due)).map(({ type }) => type).toSorted()).toEqual(['message.failed', 'sms.failed'])
  const jobs = await db.all(nudgeJobs, { messageIds: [due, later, fresh].map((id) => parseId('msg', id)!) })
  expect(jobs.map((job) => job.message_id)).toEqual([parseId('msg', fresh), parseId('msg', fresh)])
  // No refund, because the abandoned messages may have arrived.
  expect(
    (await operator('GET', `/businesses/${shop.id}/ledger`)).json.items.map(({ kind }: { kind: string }) => kind),
  ).toEqual(['charge', 'charge', 'grant'])
})
const nudgeJobs = statement<{ messageIds: string[] }, { message_id: string }>(
  'test.restored_jobs',
  `select n.message_id from queue.job j join nudges n on n.id = j.id where n.message_id = any($messageIds::uuid[])`,
)

test('the operator can choose to send the due nudges, for example after a move', async () => {
  const due = await push(shop)
  await restore()
  expect((await operator('GET', '/sending')).json).toMatchObject({ sending: 'paused', reason: 'other_database' })
  expect(await release('send')).toMatchObject({ sending: 'on', abandoned: 0 })
  expect(await nudges(due)).toEqual(['email queued'])
})

test('no fallback text follows a WhatsApp message from before the pause, even if the text is already queued', async () => {
  const message = { channels: ['whatsapp'], sms_if_whatsapp_fails: true }
  const [accepted, queued, texted] = [await push(shop, message), await push(shop, message), await push(shop, message)]
  await db.all(accept, { messageIds: [accepted, texted].map((id) => parseId('msg', id)!) })
  await restore()
  await db.all(queueFallbackText, { messageId: parseId('msg', texted)! })
  await release()
  expect(await Promise.all([accepted, queued, texted].map(nudges))).toEqual([
    ['email failed outcome_unknown', 'whatsapp accepted'],
    ['email failed outcome_unknown', 'whatsapp failed whatsapp.submit_outcome_unknown'],
    ['email failed outcome_unknown', 'sms failed sms.submit_outcome_unknown armed', 'whatsapp accepted'],
  ])
  expect((await db.one(armedFallbacks))!.count).toBe(0)
})
const accept = statement<{ messageIds: string[] }>(
  'test.accept_whatsapp',
  `update nudges set state = 'accepted', attempts = 1, check_at = clock_now() + interval '5 minutes'
    where message_id = any($messageIds::uuid[]) and channel = 'whatsapp'`,
)
/** The fallback text that a failure report would queue while sending is paused. */
const queueFallbackText = statement<{ messageId: string }>(
  'test.queue_fallback_text',
  `with texted as (
     update nudges set state = 'queued', skipped_reason = null, fallback = true, created_at = clock_now()
      where message_id = $messageId and channel = 'sms' returning id, business_id)
   insert into queue.job (name, id, data) select 'nudges.sms', id, jsonb_build_object('businessId', business_id) from texted`,
)
/** `check_at` still ends a message without a report. Without an armed fallback no text follows. */
const armedFallbacks = statement<null, { count: number }>(
  'test.armed_fallbacks',
  `select count(*)::integer as count from nudges where channel = 'whatsapp' and fallback`,
)

test('an overdue escalation that waits for its email is abandoned with the email', async () => {
  const id = await push(shop, { channels: ['sms'], escalate_if_unread_after_minutes: 5 })
  await db.all(reschedule, { messageId: parseId('msg', id)! })
  await restore()
  await release()
  expect(await nudges(id)).toEqual(['email failed outcome_unknown', 'sms failed sms.submit_outcome_unknown'])
})
const reschedule = statement<{ messageId: string }>(
  'test.reschedule',
  `update nudges set escalates_at = clock_now() - interval '1 minute', due_at = clock_now() + interval '7 days'
    where message_id = $messageId and channel = 'sms'`,
)

test('nudges of a test side are neither counted nor abandoned, because they reach no provider', async () => {
  const { live, test: side } = await sides()
  const message = { channels: ['whatsapp'], sms_if_whatsapp_fails: true }
  const [due, whatsapp, escalated] = [
    await push(side),
    await push(side, message),
    await push(side, { channels: ['sms'] }),
  ]
  await db.all(accept, { messageIds: [parseId('msg', whatsapp)!] })
  await db.all(makeDue, { messageId: parseId('msg', escalated)! })
  const ofLive = await push(live)
  await restore()
  expect((await operator('GET', '/sending')).json).toMatchObject({ sending: 'paused', due_nudges: 1 })
  expect(await release()).toMatchObject({ abandoned: 1 })
  expect(await Promise.all([ofLive, due, whatsapp, escalated].map(nudges))).toEqual([
    ['email failed outcome_unknown'],
    ['email queued'],
    ['email queued', 'whatsapp accepted armed'],
    ['email waiting', 'sms waiting'],
  ])
  await db.command(`update nudges set fallback = false where channel = 'whatsapp'`)
})
const makeDue = statement<{ messageId: string }>(
  'test.make_due',
  `update nudges set state = 'waiting', due_at = clock_now() - interval '1 minute'
    where message_id = $messageId and state <> 'skipped'`,
)

test('emails to owners from before the pause are dropped, webhook deliveries stay', async () => {
  await db.command(`insert into queue.job (name, data) values ('notices', '{}'), ('webhooks', '{}')`)
  await restore()
  await db.command(`insert into queue.job (name, data) values ('notices', '{"new":true}')`)
  await release()
  const rows = await db.all(otherJobs)
  expect(rows).toEqual([
    { name: 'notices', data: { new: true } },
    { name: 'webhooks', data: {} },
  ])
})
const otherJobs = statement<null, { name: string; data: unknown }>(
  'test.other_jobs',
  `select name, data from queue.job where name in ('notices', 'webhooks') and not data ? 'businessId' order by name`,
)

test('a release without a pause changes nothing', async () => {
  const due = await push(shop)
  expect(await release('abandon')).toMatchObject({ sending: 'on', reason: null, abandoned: 0 })
  expect(await nudges(due)).toEqual(['email queued'])
})

test('a worker stops when its database goes back in time, and continues after the release', async () => {
  const calls: string[] = []
  const work = await startUnlessPaused(contextOf(db), pino({ level: 'silent' }), async () => {
    calls.push('started')
    return { stop: async () => void calls.push('stopped') }
  })
  onTestFinished(() => work.stop())
  await db.command(`update installation set seen_at = seen_at - interval '1 hour'`)
  await until('the stop', async () => calls.includes('stopped'))
  expect((await operator('GET', '/sending')).json).toMatchObject({ sending: 'paused', reason: 'went_back' })
  await release('send')
  await until('the start', async () => calls.length === 3)
  expect(calls).toEqual(['started', 'stopped', 'started'])
})

test('a PostgreSQL clock that is set back does not pause sending', async () => {
  const ahead = new Date(Date.now() + 3_600_000)
  await db.command(`update installation set seen_at = '${ahead.toISOString()}'`)
  await checkInstallation(contextOf(db), null)
  expect((await checkInstallation(contextOf(db), ahead)).pausedBecause).toBeNull()
})

test('a production database that was unused for a day and has work of that age is paused', async () => {
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/tidings_${process.pid}_production`
  await prepareDatabase(url.href, true)
  await migrateAll(url.href)
  const production = openDatabase({ url: url.href, poolSize: 2, onIdleError: () => undefined })
  afterAll(async () => {
    await production.close()
    await dropDatabase(url.href)
  })
  const check = async () => (await checkInstallation(contextOf(production), null)).pausedBecause
  expect(await check()).toBeNull()
  await production.command(`update installation set seen_at = now() - interval '3 days'`)
  expect(await check()).toBeNull()
  await production.command(`update installation set seen_at = now() - interval '3 days'`)
  await production.command(overdueNudgeOf('test'))
  expect(await check()).toBeNull()
  await production.command(`update installation set seen_at = now() - interval '3 days'`)
  await production.command(
    `insert into queue.job (name, data, created_on) values ('nudges.email', '{}', now() - interval '2 days')`,
  )
  expect(await check()).toBe('old_work')
  await production.command(`delete from queue.job`)
  await production.command(
    `update installation set paused_since = null, pause_reason = null, seen_at = now() - interval '3 days'`,
  )
  await production.command(overdueNudgeOf('live'))
  expect(await check()).toBe('old_work')
})
/** All ids are equal, because each belongs to another table. */
const overdueNudgeOf = (mode: 'live' | 'test'): string => {
  const id = `'${randomUUID()}'`
  return `with business as (insert into businesses (id, shard, mode, name) values (${id}, '00', '${mode}', 'Shop')),
   recipient as (insert into recipients (business_id, id, email, created_at) values (${id}, ${id}, 'ada@example.com', now())),
   message as (
     insert into messages (business_id, id, recipient_id, kind, status, subject, body, created_at, updated_at)
     values (${id}, ${id}, ${id}, 'one_off', 'active', 's', 'b', now(), now())
   )
   insert into nudges (business_id, id, message_id, channel, state, price, charged, fallback, created_at, due_at)
   values (${id}, ${id}, ${id}, 'email', 'waiting', 0, false, false, now(), now() - interval '2 days')`
}
