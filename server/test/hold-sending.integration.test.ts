import { expect, onTestFinished, test } from 'vitest'
import { statement } from '../src/db/statement.ts'
import { push } from './restore/push.ts'
import { createMember, mailedPath, submitForm } from './support/dashboard.ts'
import { acquireLock, countLockWaiters } from './support/locks.ts'
import { until } from './support/simulator-client.ts'
import { createTestService } from './support/test-service.ts'

const { url, operator, business, simulator, db, startAnother, call } = await createTestService()
const shop = await business({ sms: 'on' })
await operator('POST', `/businesses/${shop.id}/credits`, { amount: 100 })

const note = 'The provider refuses every email'
const hold = () => operator('POST', '/sending/hold', { note })
const release = () => operator('POST', '/sending/release', {})
const sent = async (messageId: string): Promise<string[]> =>
  (await simulator.outbox({ message_id: messageId })).map(({ channel }) => channel as string).toSorted()
/** A worker repeats its check every two seconds, and then waits for its submissions in progress. */
const workersStopped = () =>
  until('the workers to stop', async () =>
    (await (await fetch(`${url}/metrics`)).text()).includes('tidings_sending_paused{reason="operator"} 1'),
  )

test('a hold stops sending, pushes are accepted, and everything is sent once after the release', async () => {
  const response = await hold()
  expect(response.status).toBe(200)
  expect(response.json).toMatchObject({
    sending: 'paused',
    reason: 'operator',
    note,
    due_nudges: 0,
    due_nudges_truncated: false,
  })
  await workersStopped()
  const messages = await Promise.all([1, 2, 3].map(() => push(shop, { channels: ['sms'] })))
  expect((await (await call('GET', '/readyz')).json).sending).toBe('paused')
  for (const message of messages) expect(await sent(message)).toEqual([])

  expect((await release()).json).toMatchObject({ sending: 'on', reason: null, note: null, abandoned: 0 })
  for (const message of messages) await until('both channels', async () => (await sent(message)).length === 2)
  for (const message of messages) expect(await sent(message)).toEqual(['email', 'sms'])
})

test('people can sign in to the dashboard during a hold', async () => {
  await hold()
  await workersStopped()
  const { email } = await createMember({ db }, shop, 'owner')
  await submitForm({ call }, '/dashboard/sign-in', { email })
  expect(await mailedPath({ simulator }, email)).toMatch(/^\/dashboard\/sign-in\/link\//)
  expect((await operator('GET', '/sending')).json).toMatchObject({ sending: 'paused' })
  await release()
})

test('a hold during a hold changes nothing, and the audit log has one row for each change', async () => {
  await hold()
  expect((await operator('POST', '/sending/hold', { note: 'Another reason' })).json).toMatchObject({ note })
  await release()
  await release()
  const { items } = (await operator('GET', '/audit?limit=3')).json
  expect(items.slice(0, 2).map(({ action, before, after }: never) => ({ action, before, after }))).toEqual([
    { action: 'releaseSending', before: { sending: 'paused' }, after: { sending: 'on' } },
    {
      action: 'holdSending',
      before: { sending: 'on' },
      after: { sending: 'paused', reason: 'operator', note },
    },
  ])
})

test('a copy of a database that an operator paused is paused as a copy, so its release sends nothing twice', async () => {
  await hold()
  await workersStopped()
  const due = await push(shop, { channels: ['sms'] })
  await db.command(`update installation set location = 'elsewhere'`)
  const restored = await startAnother()
  onTestFinished(restored.stop)
  expect((await operator('GET', '/sending')).json).toMatchObject({
    reason: 'other_database',
    note: null,
    due_nudges: 2,
    due_nudges_truncated: false,
  })
  expect((await release()).json).toMatchObject({ sending: 'on', abandoned: 2 })
  expect(await sent(due)).toEqual([])
})

test('a release that was decided for a hold does not release a copy that is detected meanwhile', async () => {
  await hold()
  const detection = await acquireLock(db, detectCopy)
  const releasing = release()
  await until('the release to wait', async () => (await countLockWaiters(db, 'update installation')) === 1)
  await detection.release()
  expect((await releasing).json).toMatchObject({ sending: 'paused', reason: 'other_database', abandoned: 0 })
  const { items } = (await operator('GET', '/audit?limit=1')).json
  expect(items[0].action).toBe('holdSending')
  expect((await release()).json).toMatchObject({ sending: 'on' })
})
const detectCopy = statement<null>('test.detect_copy', `update installation set pause_reason = 'other_database'`)

test('of two releases at once one changes the state, and the audit log has one row', async () => {
  await hold()
  const lock = await acquireLock(db, lockInstallation)
  const releases = [release(), release()]
  await until('both releases to wait', async () => (await countLockWaiters(db, 'update installation')) === 2)
  await lock.release()
  for (const { json } of await Promise.all(releases)) expect(json).toMatchObject({ sending: 'on' })
  const { items } = (await operator('GET', '/audit?limit=2')).json
  expect(items.map(({ action }: { action: string }) => action)).toEqual(['releaseSending', 'holdSending'])
})
const lockInstallation = statement<null>('test.lock_installation', 'select from installation for update')

test('support may hold sending and only an admin may release it', async () => {
  const { token } = (await operator('POST', '/operators', { name: 'Grace', role: 'support' })).json
  const asSupport = async (path: string, body: object): Promise<number> =>
    (await call('POST', `/operator/v1${path}`, { body, headers: { Authorization: `Bearer ${token}` } })).status
  expect(await asSupport('/sending/hold', { note })).toBe(200)
  expect(await asSupport('/sending/release', {})).toBe(403)
  await release()
  expect(await asSupport('/sending/hold', { note: '' })).toBe(422)
})
