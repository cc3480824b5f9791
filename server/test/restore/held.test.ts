import { pino } from 'pino'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { dropDatabase, prepareDatabase } from '../../dev/databases.ts'
import { type Context, createContext } from '../../src/context.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { statement } from '../../src/db/statement.ts'
import { parseId } from '../../src/ids.ts'
import { lookAround } from '../../src/installation/check-installation.ts'
import { bringUpToDate } from '../../src/migrate-all.ts'
import { createQueue } from '../../src/queue/queue.ts'
import { startUnlessHeld } from '../../src/worker/pause-guard.ts'
import { eventsOf } from '../support/events.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'
import { push } from './installation.ts'

/** Without a worker, so that what is queued stays so. */
const { another, business, config, db, operator } = await createTestService({ role: 'api' })
const contextOf = (database: Database): Context => createContext(database, createQueue(database), {} as never, config)

await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })
const shop = await business({ sms: 'on', whatsapp: 'on', contact_email: 'owner@simulator.example' })
await operator('POST', `/businesses/${shop.id}/credits`, { amount: 100 })

/** As if everything up to here had come out of a dump. Whoever starts next finds out. */
async function restore(): Promise<void> {
  await db.command(`update installation set place = 'elsewhere'`)
  await (await another()).stop()
}
const release = async (dueWork?: 'give_up' | 'send') =>
  (await operator('POST', '/sending/release', dueWork === undefined ? {} : { due_work: dueWork })).json
const nudges = async (messageId: string): Promise<string[]> =>
  (await db.all(nudgesOf, { messageId: parseId('msg', messageId)! })).map(({ nudge }) => nudge)
const nudgesOf = statement<{ messageId: string }, { nudge: string }>(
  'test.restored_nudges',
  `select concat_ws(' ', channel, state, error_code, case when fallback then 'armed' end) as nudge
     from nudges where message_id = $messageId and state <> 'skipped' order by channel`,
)

test('what is due is given up as unknown and told; what is for later, and what is new, stays', async () => {
  const due = await push(shop, { channels: ['sms'] })
  const later = await push(shop, { channels: ['sms'], send_at: new Date(Date.now() + 3_600_000).toISOString() })
  await restore()
  const fresh = await push(shop, { channels: ['sms'] })
  expect(await release()).toMatchObject({ sending: 'on', held_since: null, due_nudges: 0, given_up: 2 })
  expect(await Promise.all([due, later, fresh].map(nudges))).toEqual([
    ['email failed outcome_unknown', 'sms failed sms.submit_outcome_unknown'],
    ['email waiting', 'sms waiting'],
    ['email queued', 'sms queued'],
  ])
  expect((await eventsOf(db, due)).map(({ type }) => type).toSorted()).toEqual(['message.failed', 'sms.failed'])
  const jobs = await db.all(nudgeJobs, { messageIds: [due, later, fresh].map((id) => parseId('msg', id)!) })
  expect(jobs.map((job) => job.message_id)).toEqual([parseId('msg', fresh), parseId('msg', fresh)])
  // Given up is not given back: it may have arrived.
  expect(
    (await operator('GET', `/businesses/${shop.id}/ledger`)).json.items.map(({ kind }: { kind: string }) => kind),
  ).toEqual(['charge', 'charge', 'grant'])
})
const nudgeJobs = statement<{ messageIds: string[] }, { message_id: string }>(
  'test.restored_jobs',
  `select n.message_id from queue.job j join nudges n on n.id = j.id where n.message_id = any($messageIds::uuid[])`,
)

test('the operator may have it sent all the same, as after a move', async () => {
  const due = await push(shop)
  await restore()
  expect((await operator('GET', '/sending')).json).toMatchObject({ sending: 'held', reason: 'other_database' })
  expect(await release('send')).toMatchObject({ sending: 'on', given_up: 0 })
  expect(await nudges(due)).toEqual(['email queued'])
})

test('no text follows a WhatsApp message from before, armed or queued since', async () => {
  const message = { channels: ['whatsapp'], sms_if_whatsapp_fails: true }
  const [accepted, queued, texted] = [await push(shop, message), await push(shop, message), await push(shop, message)]
  await db.all(accept, { messageIds: [accepted, texted].map((id) => parseId('msg', id)!) })
  await restore()
  await db.all(textNow, { messageId: parseId('msg', texted)! })
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
/** The text that a report of failure would queue while sending is held. */
const textNow = statement<{ messageId: string }>(
  'test.text_now',
  `with texted as (
     update nudges set state = 'queued', skipped_reason = null, fallback = true, created_at = clock_now()
      where message_id = $messageId and channel = 'sms' returning id, business_id)
   insert into queue.job (name, id, data) select 'nudges.sms', id, jsonb_build_object('businessId', business_id) from texted`,
)
/** What is left of `check_at` ends a message that nobody reports on; without an armed fallback no text follows. */
const armedFallbacks = statement<null, { count: number }>(
  'test.armed_fallbacks',
  `select count(*)::integer as count from nudges where channel = 'whatsapp' and fallback`,
)

test('an escalation that waits for its email past its deadline is given up with it', async () => {
  const id = await push(shop, { channels: ['sms'], escalate_if_unread_after_minutes: 5 })
  await db.all(putBack, { messageId: parseId('msg', id)! })
  await restore()
  await release()
  expect(await nudges(id)).toEqual(['email failed outcome_unknown', 'sms failed sms.submit_outcome_unknown'])
})
const putBack = statement<{ messageId: string }>(
  'test.put_back',
  `update nudges set escalates_at = clock_now() - interval '1 minute', due_at = clock_now() + interval '7 days'
    where message_id = $messageId and channel = 'sms'`,
)

test('mails to owners from before are dropped, deliveries to endpoints stay', async () => {
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

test('to release what is not held changes nothing', async () => {
  const due = await push(shop)
  expect(await release('give_up')).toMatchObject({ sending: 'on', reason: null, given_up: 0 })
  expect(await nudges(due)).toEqual(['email queued'])
})

test('a worker whose database goes back stops by itself, and goes on when it is told to', async () => {
  const happened: string[] = []
  const work = await startUnlessHeld(contextOf(db), pino({ level: 'silent' }), async () => {
    happened.push('started')
    return { stop: async () => void happened.push('stopped') }
  })
  onTestFinished(() => work.stop())
  await db.command(`update installation set seen_at = seen_at - interval '1 hour'`)
  await until('the stop', async () => happened.includes('stopped'))
  expect((await operator('GET', '/sending')).json).toMatchObject({ sending: 'held', reason: 'went_back' })
  await release('send')
  await until('the start', async () => happened.length === 3)
  expect(happened).toEqual(['started', 'stopped', 'started'])
})

test('PostgreSQL’s clock put back is no older database', async () => {
  const ahead = new Date(Date.now() + 3_600_000)
  await db.command(`update installation set seen_at = '${ahead.toISOString()}'`)
  await lookAround(contextOf(db), null)
  expect((await lookAround(contextOf(db), ahead)).held).toBeNull()
})

test('where nobody was for a day and work is as old, a production database is held', async () => {
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/tidings_${process.pid}_production`
  await prepareDatabase(url.href, true)
  await bringUpToDate(url.href)
  const production = openDatabase({ url: url.href, poolSize: 2, onIdleError: () => undefined })
  afterAll(async () => {
    await production.close()
    await dropDatabase(url.href)
  })
  const look = async () => (await lookAround(contextOf(production), null)).held
  expect(await look()).toBeNull()
  await production.command(`update installation set seen_at = now() - interval '3 days'`)
  expect(await look()).toBeNull()
  await production.command(`update installation set seen_at = now() - interval '3 days'`)
  await production.command(
    `insert into queue.job (name, data, created_on) values ('nudges.email', '{}', now() - interval '2 days')`,
  )
  expect(await look()).toBe('old_work')
})
