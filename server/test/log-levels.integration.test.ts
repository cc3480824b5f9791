import { describe, expect, onTestFinished, test } from 'vitest'
import { settings } from './harness/environment.ts'
import { startProcess } from './harness/process.ts'
import { createClient } from './support/client.ts'
import { openShop, pushMessage, shippedOrder } from './support/messages.ts'
import { until } from './support/simulator-client.ts'
import { createDatabase, createTestService } from './support/test-service.ts'

const { business, logged, operator, sides, simulator } = await createTestService()
await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })

let count = 0
const address = (name = 'ada'): string => `${name}+levels${count++}@simulator.example`
const phone = (): string => `+44770090${3000 + count++}`
const email = (to: string, more: object = {}) => shippedOrder({ recipient_email: to, channels: ['email'], ...more })
const paidShop = () => openShop({ business, operator }, 100, { sms: 'on', whatsapp: 'on' })
const advance = (seconds: number) => operator('POST', '/clock/advance', { seconds })

type Line = Record<string, unknown>
const linesOf = (text: string, msg: string, messageId: string): Line[] =>
  text
    .split('\n')
    .filter((line) => line.includes(messageId) && line.includes(`"msg":"${msg}"`))
    .map((line) => JSON.parse(line) as Line)
const untilLine = (msg: string, messageId: string, isWanted: (line: Line) => boolean = () => true): Promise<Line> =>
  until(`the line ${msg}`, async () => linesOf(logged(), msg, messageId).find(isWanted))
/** Every push also sends an email, whose line may be before or after this one. */
const untilNudge = (channel: string, messageId: string): Promise<Line> =>
  untilLine('nudge', messageId, (line) => line.channel === channel)
const [debug, info, warn] = [20, 30, 40]

describe('a submission', () => {
  test('that the provider accepts is at info', async () => {
    const { id } = await pushMessage(await business(), email(address()))
    expect(await untilLine('nudge', id)).toMatchObject({ level: info, outcome: 'accepted' })
  })
  for (const [behaviour, expected] of [
    ['refuse', { outcome: 'refused', retryable: false, detail: expect.stringMatching(/^smtp 5\d\d/) }],
    ['throttle', { outcome: 'refused', retryable: true, detail: expect.stringMatching(/^smtp 4\d\d/) }],
    ['accept_then_close', { outcome: 'unknown', detail: expect.any(String) }],
  ] as const)
    test(`of an email to a provider that does "${behaviour}" is a warning with its reason`, async () => {
      const to = address()
      await simulator.script(to, behaviour)
      const { id } = await pushMessage(await business(), email(to))
      expect(await untilLine('nudge', id)).toMatchObject({ level: warn, ...expected })
    })
  test('of a text that the provider refuses is a warning with its reason', async () => {
    const to = phone()
    await simulator.scriptPaid('sms', to, 'refuse')
    const { id } = await pushMessage(await paidShop(), email(address(), { recipient_phone: to, channels: ['sms'] }))
    const line = await untilNudge('sms', id)
    expect(line).toMatchObject({ level: warn, outcome: 'refused', detail: expect.any(String) })
  })
  test('on a test side is at info whatever its outcome, because no provider failed', async () => {
    const { test: side } = await sides()
    const { id } = await pushMessage(side, email(address('unknown')))
    expect(await untilLine('nudge', id)).toMatchObject({ level: info, outcome: 'unknown' })
  })
})

test("a webhook delivery that fails is at info: the server is the merchant's", async () => {
  const shop = await business()
  const { url } = await simulator.receiver('fail')
  const endpoint = (await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url } })).json
  await pushMessage(shop, email(address()))
  expect(await untilLine('delivery', endpoint.id)).toMatchObject({ level: info, delivered: false, status_code: 500 })
})

describe('a skip is at debug with the message, the channel and the reason', () => {
  test('at the push', async () => {
    const shop = await openShop({ business, operator }, 100, { sms: 'on' })
    const { id } = await pushMessage(shop, email(address(), { channels: ['email', 'sms'] }))
    const [line, ...more] = linesOf(logged(), 'skip', id)
    const { level, channel, reason, business_id: businessId } = line!
    expect([level, channel, reason, businessId, more]).toEqual([debug, 'sms', 'no_phone', shop.id, []])
  })
  test('when the nudge is due', async () => {
    const [shop, to] = [await business(), address()]
    const send_at = new Date(Date.parse((await advance(0)).json.now) + 3_600_000).toISOString()
    const { id } = await pushMessage(shop, email(to, { send_at }))
    expect(linesOf(logged(), 'skip', id)).toEqual([])
    await operator('POST', `/businesses/${shop.id}/recipients/${to}/unsubscribe`)
    await advance(3_700)
    expect(await untilLine('skip', id)).toMatchObject({ level: debug, channel: 'email', reason: 'unsubscribed' })
  })
  test('of a fallback text', async () => {
    const [shop, to, number] = [await paidShop(), address(), phone()]
    await simulator.withManualReports(async () => {
      const whatsapp = { channels: ['whatsapp'], whatsapp_opt_in: {}, sms_if_whatsapp_fails: true }
      const { id } = await pushMessage(shop, email(to, { recipient_phone: number, ...whatsapp }))
      expect(await untilNudge('whatsapp', id)).toMatchObject({ outcome: 'accepted' })
      await operator('PATCH', `/businesses/${shop.id}`, { countries: ['DE'] })
      const [sent] = await simulator.outbox({ channel: 'whatsapp', to: number })
      await simulator.report(sent.id, 'failed')
      // The push named only one channel, so the others were skipped then.
      const skips = () => linesOf(logged(), 'skip', id).filter(({ reason }) => reason !== 'disabled_by_request')
      await until('the skip', async () => skips().length > 0)
      expect(skips()).toEqual([
        expect.objectContaining({ level: debug, channel: 'sms', reason: 'country_not_allowed' }),
      ])
    })
  })
})

test('no line contains an address or a number', () => {
  for (const personal of ['simulator.example', '+4477009', 'On its way', 'Your order'])
    expect(logged()).not.toContain(personal)
})

describe('a process', () => {
  test('lists in the line of its start the channels with their providers and no secret, and logs no skip at info', async () => {
    const secret = 'a-secret-of-a-provider'
    const { lines, terminate, url } = await startProcess({
      environment: {
        DATABASE_URL: await createDatabase(),
        EMAIL_PROVIDER: 'mailgun',
        EMAIL_WEBHOOK_SECRET: secret,
        SMTP_URL: `smtp://user:${secret}@127.0.0.1:9`,
        SMS_ROUTES: 'twilio:*;vonage:DE,AT',
        SMS_TWILIO_URL: `https://AC00000000000000000000000000000000:${secret}@api.twilio.com?from=%2B447700900000`,
        SMS_VONAGE_URL: `https://a1b2c3d4:${secret}@rest.nexmo.com?from=%2B447700900000&signature_secret=${secret}`,
      },
    })
    onTestFinished(() => void terminate())
    expect(lines.find(({ msg }) => msg === 'started')).toMatchObject({
      level: info,
      role: 'all',
      url,
      admin_url: null,
      channels: { email: ['smtp'], sms: ['twilio', 'vonage'], whatsapp: null },
      email_reports: 'mailgun',
    })
    const shop = await createClient(url, settings.OPERATOR_TOKEN).business({ sms: 'on' })
    const { id } = await pushMessage(shop, email(address(), { channels: ['email', 'sms'] }))
    await until('the email', async () => lines.find(({ msg, message_id }) => msg === 'nudge' && message_id === id))
    expect(lines.find(({ msg, message_id }) => msg === 'nudge' && message_id === id)).toMatchObject({
      level: warn,
      detail: 'ECONNREFUSED',
    })
    expect(lines.filter(({ level, msg }) => level === debug || msg === 'skip')).toEqual([])
    expect(JSON.stringify(lines)).not.toContain(secret)
  })
})
