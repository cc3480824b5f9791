import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { bringUpToDate } from '../../src/migrate-all.ts'
import { killAll } from '../chaos/processes.ts'
import type { Shop } from '../support/client.ts'
import { until } from '../support/simulator-client.ts'
import { startCluster } from './cluster.ts'
import { createSite, push, startInstallation, throughOther } from './installation.ts'

/** The drill of docs/runbooks/restore.md, with the real pg_dump and pg_restore. */
const cluster = await startCluster()
const site = await createSite()
const { simulator } = site
afterAll(async () => {
  await killAll()
  await site.stop()
  await cluster.stop()
})

const channels = ['email', 'sms', 'whatsapp'] as const

test('dump, go on, restore, start: nothing goes out until the operator says so, and nothing goes out twice', async () => {
  await cluster.create('tidings')
  await bringUpToDate(cluster.url('tidings'))
  const old = await startInstallation(site, cluster.url('tidings'))
  const shop = await old.business({ sms: 'on', whatsapp: 'on' })
  await old.operator('POST', `/businesses/${shop.id}/credits`, { amount: 100 })
  await old.operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })
  const receiver = await simulator.receiver('ok')
  await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url: receiver.url } })

  // One of each kind that a dump can find: ended; in a provider's hands; with a text that would follow; queued; held for later.
  const worker = await old.startWorker()
  const ended = await push(shop)
  await until('the end of the first', async () => (await deliveryOf(shop, ended)).delivered)
  const armed = await push(shop, {
    recipient_phone: '+447700900006',
    channels: ['whatsapp'],
    sms_if_whatsapp_fails: true,
  })
  const [silent] = await until('its WhatsApp message', () => sent(armed, 'whatsapp'))
  await simulator.script('hung+1@simulator.example', 'accept_then_hang')
  await simulator.reports('manual')
  const submitting = await push(shop, { recipient_email: 'hung+1@simulator.example' })
  await until('the mail in hand', () => sent(submitting, 'email'))
  await worker.kill()
  await simulator.reports('auto')
  const queued: string[] = []
  for (const channel of channels) queued.push(await push(shop, { channels: [channel] }))
  const soon = await push(shop, { channels: ['email', 'sms'], send_at: secondsAhead(3) })
  const later = await push(shop, { channels: ['email', 'sms'], send_at: secondsAhead(3600) })

  // An email goes with every one of them.
  const mayHaveGone = 1 + 1 + 2 + 2 + 2

  const file = await cluster.dump('tidings')

  // The old installation goes on, and sends all of that; then it is gone.
  const last = await old.startWorker()
  const lost = await push(shop)
  for (const id of [...queued, soon, lost]) await until('what the old one sent', () => delivered(id))
  await simulator.report(silent.id, 'failed')
  await until('the text instead', () => sent(armed, 'sms'))
  await Promise.all([last.kill(), old.api.kill()])
  const sentByOld = await everythingSent()
  const toldByOld = await simulator.deliveries(receiver.id)

  await cluster.create('restored')
  await cluster.restore(file, 'restored')
  const restored = await startInstallation(site, cluster.url('restored'))
  const shopAgain = throughOther(restored, shop)
  const heldWorker = await restored.startWorker()
  const pushedWhileHeld = await push(shopAgain, { channels: [...channels] })
  await sleep(4_000)

  // Held: the API works, nothing goes out, and everybody who asks is told.
  expect(await everythingSent()).toEqual(sentByOld)
  expect(await simulator.deliveries(receiver.id)).toEqual(toldByOld)
  for (const { url } of [restored, heldWorker])
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ok', sending: 'held' })
  expect(await (await fetch(`${heldWorker.url}/metrics`)).text()).toContain(
    'tidings_sending_held{reason="other_database"} 1',
  )
  expect((await restored.operator('GET', '/sending')).json).toMatchObject({
    sending: 'held',
    reason: 'other_database',
    due_nudges: mayHaveGone,
  })
  expect((await restored.operator('GET', '/notices')).json.items).toMatchObject([
    { kind: 'sending_held', business_id: null, detail: { reason: 'other_database' } },
  ])

  const released = await restored.operator('POST', '/sending/release', {})
  expect(released.json).toMatchObject({ sending: 'on', reason: null, due_nudges: 0, given_up: mayHaveGone })
  for (const channel of channels) await until('what is new', () => sent(pushedWhileHeld, channel))
  const pushedAfter = await push(shopAgain)
  await until('what is newest', () => sent(pushedAfter))

  // Each message went out once on each channel, whoever sent it, and what was given up is told as unknown.
  const sends = await everythingSent()
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

  const given = (body: string) => body.includes('"message.failed"') && body.includes(queued[0]!)
  const told = async () => (await simulator.deliveries(receiver.id)).filter(({ body }) => given(body))
  await until('the merchant to be told', async () => (await told()).length === 1)

  // The late truth wins, and a restart is no restore.
  const [mail] = (await sent(queued[0]!, 'email'))!
  await simulator.report(mail.id, 'delivered')
  expect(await deliveryOf(shopAgain, queued[0]!)).toMatchObject({ delivered: true, failed: null })
  await heldWorker.kill()
  await restored.startWorker()
  expect((await restored.operator('GET', '/sending')).json.sending).toBe('on')
}, 180_000)

/** Everybody gets one message, so that who was written to twice stands here twice. */
const everythingSent = async (): Promise<string[]> =>
  (await simulator.attempts()).map(({ channel, to }) => `${channel} ${to}`)
const secondsAhead = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString()
const deliveryOf = async (shop: Shop, id: string) => (await shop.call('GET', `/api/v1/messages/${id}`)).json.delivery
const sent = async (id: string, channel?: string) => {
  const items = await simulator.attempts({ message_id: id, ...(channel === undefined ? {} : { channel }) })
  return items.length > 0 ? items : null
}
/** Also reported, so that no report of it is still on its way. */
const delivered = async (id: string) => (await sent(id))?.every(({ reported }) => reported.includes('delivered'))
