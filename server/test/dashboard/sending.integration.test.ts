import { expect, onTestFinished, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { createSignedInOperator } from '../support/dashboard.ts'
import { createDashboardClient } from '../support/dashboard-client.ts'
import { openShop, pushMessage, shippedOrder } from '../support/messages.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'

/** The page that holds and releases all sending, and what it says before. */
const service = await createTestService()
const { db, operator, simulator } = service
const { read, submit } = createDashboardClient(service)
const shop = await openShop(service, 50, { name: 'Harbour Lamps', country: 'GB', sms: 'on' })
const page = '/dashboard/operator/sending'
const note = 'The provider refuses every email'
const as = (role: 'admin' | 'support', name?: string) => createSignedInOperator(service, shop, role, name)
/** A worker that stops may take one more job, so the service starts again during the hold. */
const workersStopped = () => service.restart()
const pushBoth = () =>
  pushMessage(
    shop,
    shippedOrder({ recipient_email: 'ada@example.com', recipient_phone: '+447700901042', channels: ['email', 'sms'] }),
  )

test('a hold by a person of support says why and since when, and an admin sees how much waits before the release', async () => {
  onTestFinished(async () => void (await operator('POST', '/sending/release', {})))
  const support = await as('support', 'Sam Reed')
  const hold = await submit(support, `${page}/hold`, { note })
  expect([hold.status, hold.headers['location']]).toEqual([303, `${page}?done=paused`])
  await workersStopped()
  const { id } = await pushBoth()

  const shown = (await read(support, page)).text
  for (const text of ['Sending is paused', '>By<', 'Sam Reed', note, 'An admin releases sending'])
    expect(shown).toContain(text)
  expect(shown).not.toContain('Release sending?')
  const home = (await read(support, '/dashboard/operator')).text
  expect(home).toContain(`An operator holds all sending: ${note}`)
  expect(home).toContain(`href="${page}"`)

  const admin = await as('admin', 'Grace Hill')
  expect((await read(admin, page)).text).toContain('begins to send what waits: 2 in all')
  expect(await simulator.outbox({ message_id: id })).toEqual([])
  const released = await submit(admin, `${page}/release`, { reason: 'operator' })
  expect([released.status, released.headers['location']]).toEqual([303, `${page}?done=released`])
  await until('both channels', async () => (await simulator.outbox({ message_id: id })).length === 2)
  expect((await read(admin, page)).text).toContain('Sending is on')

  const entriesOf = async (action: string) => (await operator('GET', `/audit?limit=1&action=${action}`)).json.items
  const items = [...(await entriesOf('releaseSending')), ...(await entriesOf('holdSending'))]
  expect(items.map((one: Record<string, string>) => [one['action'], one['operator_name'], one['role']])).toEqual([
    ['releaseSending', 'Grace Hill', 'admin'],
    ['holdSending', 'Sam Reed', 'support'],
  ])
})

test('a hold without a reason changes nothing', async () => {
  const { status, text } = await submit(await as('support'), `${page}/hold`, { note: ' ' })
  expect([status, text.includes('Nothing was changed')]).toEqual([422, true])
  expect((await operator('GET', '/sending')).json.sending).toBe('on')
})

test('after a restore the form asks what happens to what may have been sent, and never sends it by default', async () => {
  await operator('POST', '/sending/hold', { note })
  await workersStopped()
  const { id } = await pushBoth()
  await db.all(pretendRestore)
  const admin = await as('admin')
  const { text } = await read(admin, page)
  for (const words of ['The original may have sent what is due here', 'Never send them', 'value="abandon" checked'])
    expect(text).toContain(words)

  // A form that was shown during the hold, before the copy was detected, must not decide about it.
  const stale = await submit(admin, `${page}/release`, { reason: 'operator' })
  expect([stale.status, stale.text.includes('The state has changed')]).toEqual([422, true])
  expect((await operator('GET', '/sending')).json.sending).toBe('paused')

  expect((await submit(admin, `${page}/release`, { reason: 'other_database' })).status).toBe(303)
  expect((await operator('GET', '/sending')).json).toMatchObject({ sending: 'on', due_nudges: 0 })
  await pushBoth()
  await until('a later message', async () => (await simulator.outbox({ channel: 'sms' })).length === 2)
  expect(await simulator.outbox({ message_id: id })).toEqual([])
})

const pretendRestore = statement<null>(
  'sending_page.pretend_restore',
  `update installation set pause_reason = 'other_database', paused_since = clock_now(), pause_note = null`,
)
