import { afterAll, expect, test } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { statement } from '../../src/db/statement.ts'
import { migrateAll } from '../../src/migrate-all.ts'
import { type Deployment, startDeployment } from '../harness/deployment.ts'
import { startCluster } from '../harness/postgres-cluster.ts'
import { startSite } from '../harness/site.ts'
import type { Client, Shop } from '../support/client.ts'
import { until } from '../support/simulator-client.ts'
import { push } from './push.ts'

/** The drill of docs/runbooks/restore.md, with the real pg_dump and pg_restore. */
const cluster = await startCluster()
const site = await startSite()
const { simulator } = site
const deployments: Deployment[] = []
afterAll(async () => {
  for (const { stop } of deployments) await stop()
  await site.stop()
  await cluster.stop()
})

const channels = ['email', 'sms', 'whatsapp'] as const

test('after a restore from a dump nothing is sent until the operator resumes sending, and nothing is sent twice', async () => {
  await cluster.create('tidings')
  await migrateAll(cluster.url('tidings'))
  const old = await startInstallation('tidings')
  const shop = await old.business({ sms: 'on', whatsapp: 'on' })
  await old.operator('POST', `/businesses/${shop.id}/credits`, { amount: 100 })
  await old.operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })
  const receiver = await simulator.receiver('ok')
  await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url: receiver.url } })

  // Each state that a dump can contain: delivered; accepted with a fallback text; submitting; queued; due soon; scheduled.
  const worker = await old.startWorker()
  const ended = await push(shop)
  await until('the first delivery', async () => (await deliveryOf(shop, ended)).delivered)
  const armed = await push(shop, {
    recipient_phone: '+447700900006',
    channels: ['whatsapp'],
    sms_if_whatsapp_fails: true,
  })
  const [unreported] = await until('its WhatsApp message', () => sent(armed, 'whatsapp'))
  await simulator.script('hung+1@simulator.example', 'accept_then_hang')
  await simulator.reports('manual')
  const submitting = await push(shop, { recipient_email: 'hung+1@simulator.example' })
  await until('the submitted email', () => sent(submitting, 'email'))
  await worker.kill()
  await simulator.reports('auto')
  const queued: string[] = []
  for (const channel of channels) queued.push(await push(shop, { channels: [channel] }))
  const soon = await push(shop, { channels: ['email', 'sms'], send_at: secondsAhead(3) })
  const later = await push(shop, { channels: ['email', 'sms'], send_at: secondsAhead(3600) })

  // Every message has an email besides the other channels.
  const mayHaveBeenSent = 1 + 1 + 2 + 2 + 2

  const file = await cluster.dump('tidings')

  // The old installation continues, sends all of these, and then ends.
  const last = await old.startWorker()
  const lost = await push(shop)
  for (const id of [...queued, soon, lost]) await until('the messages of the old installation', () => delivered(id))
  await simulator.report(unreported.id, 'failed')
  await until('the SMS fallback', () => sent(armed, 'sms'))
  await Promise.all([last.kill(), old.api.kill()])
  const sentByOld = await allAttempts()
  const deliveriesByOld = await simulator.deliveries(receiver.id)

  await cluster.create('restored')
  await cluster.restore(file, 'restored')
  const restored = await startInstallation('restored')
  const shopAgain = viaInstallation(restored, shop)
  const pausedWorker = await restored.startWorker()
  const pushedWhilePaused = await push(shopAgain, { channels: [...channels] })
  await until('the pause', async () => pausedWorker.lines.some(({ msg }) => msg === 'sending paused'))
  await untilCheckedAgain(restored.db)
  await untilCheckedAgain(restored.db)

  // While sending is paused the API works, nothing is sent, and every status interface reports the pause.
  expect(await allAttempts()).toEqual(sentByOld)
  expect(await simulator.deliveries(receiver.id)).toEqual(deliveriesByOld)
  for (const { url } of [restored, pausedWorker])
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ok', sending: 'paused' })
  expect(await (await fetch(`${pausedWorker.url}/metrics`)).text()).toContain(
    'tidings_sending_paused{reason="other_database"} 1',
  )
  expect((await restored.operator('GET', '/sending')).json).toMatchObject({
    sending: 'paused',
    reason: 'other_database',
    due_nudges: mayHaveBeenSent,
  })
  expect((await restored.operator('GET', '/notices')).json.items).toMatchObject([
    { kind: 'installation_paused', business_id: null, detail: { reason: 'other_database' } },
  ])

  const released = await restored.operator('POST', '/sending/release', {})
  expect(released.json).toMatchObject({ sending: 'on', reason: null, due_nudges: 0, abandoned: mayHaveBeenSent })
  for (const channel of channels)
    await until('the message pushed during the pause', () => sent(pushedWhilePaused, channel))
  const pushedAfter = await push(shopAgain)
  await until('the newest message', () => sent(pushedAfter))

  // Each message was sent once per channel, by either installation. What was abandoned has an unknown outcome.
  const sends = await allAttempts()
  expect(sends).toEqual([...new Set(sends)])
  expect(await sent(later)).toBeNull()
  const unknown = { state: 'failed', error_code: expect.stringMatching(/\.submit_outcome_unknown$/) }
  const views = await Promise.all([submitting, ...queued, soon, later].map((id) => deliveryOf(shopAgain, id)))
  expect(views).toMatchObject([
    { failed: { reason: 'outcome_unknown' } },
    { failed: { reason: 'outcome_unknown' } },
    { sms: unknown },
    { whatsapp: unknown },
    { failed: { reason: 'outcome_unknown' }, sms: unknown },
    { failed: null, not_sent: null, sms: { state: 'queued', error_code: null } },
  ])

  const isFailure = (body: string) => body.includes('"message.failed"') && body.includes(queued[0]!)
  const failureEvents = async () => (await simulator.deliveries(receiver.id)).filter(({ body }) => isFailure(body))
  await until('the failure event', async () => (await failureEvents()).length === 1)

  // A later report overrides the failure, and a restart does not pause sending.
  const [email] = (await sent(queued[0]!, 'email'))!
  await simulator.report(email.id, 'delivered')
  expect(await deliveryOf(shopAgain, queued[0]!)).toMatchObject({ delivered: true, failed: null })
  await pausedWorker.kill()
  await restored.startWorker()
  expect((await restored.operator('GET', '/sending')).json.sending).toBe('on')
}, 180_000)

/** The test starts the workers. */
async function startInstallation(database: string) {
  const deployment = startDeployment(cluster.url(database), site)
  deployments.push(deployment)
  const api = await deployment.startApi()
  return { ...api, api, db: deployment.db, startWorker: deployment.startWorker }
}

/** Waits for the next check of the worker. Each check locks the row, which stores the id of its transaction in `xmax`. */
async function untilCheckedAgain(db: Database): Promise<void> {
  const lastCheck = async (): Promise<string> => (await db.one(lastLock))!.xmax
  const before = await lastCheck()
  await until('a check of the installation', async () => (await lastCheck()) !== before)
}
const lastLock = statement<null, { xmax: string }>('drill.last_lock', 'select xmax::text from installation')

/** The same shop, called through another installation. */
const viaInstallation = ({ call }: Client, shop: Shop): Shop => ({
  ...shop,
  call: (method, path, options) => call(method, path, { key: shop.key, ...options }),
})

/** Every recipient gets one message, so a duplicate send appears twice here. */
const allAttempts = async (): Promise<string[]> =>
  (await simulator.attempts()).map(({ channel, to }) => `${channel} ${to}`)
const secondsAhead = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString()
const deliveryOf = async (shop: Shop, id: string) => (await shop.call('GET', `/api/v1/messages/${id}`)).json.delivery
const sent = async (id: string, channel?: string) => {
  const items = await simulator.attempts({ message_id: id, ...(channel === undefined ? {} : { channel }) })
  return items.length > 0 ? items : null
}
/** Waits for the report as well, so that no report is still to come. */
const delivered = async (id: string) => (await sent(id))?.every(({ reported }) => reported.includes('delivered'))
