import { describe, expect, test } from 'vitest'
import type { Context } from '../../src/context.ts'
import { statement } from '../../src/db/statement.ts'
import { inboxPages } from '../../src/http/inbox-pages.ts'
import { formerInboxLink, formerTextLink } from '../../src/inbox-tokens/former-links.support.ts'
import { inboxLink } from '../../src/inbox-tokens/tokens.ts'
import type { ApiResponse, Shop } from '../support/client.ts'
import { queueIdle } from '../support/queue-idle.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'
import { type Customer, createInboxClient, headingOf, hiddenOn, subjectsOn } from './6-inbox-client.ts'

/** Requests of callers who have only an expired link or a text message. */
const testService = await createTestService()
const { startAnother, business, call, config, db, logged, operator, simulator } = testService
const { customerOf, keyring, enter, push, read, submit } = createInboxClient(testService)

const tokenIn = (link: string): string => link.split('/').at(-1)!
const past = (): Date => new Date(Date.now() - 86_400_000)
const expiredLinkOf = ({ target }: Customer): string =>
  inboxLink(keyring, '', { ...target, epoch: 0, messageId: null, expiresAt: past() })
const emailsTo = ({ email }: Customer) => simulator.outbox({ to: email })
const advance = (seconds: number) => operator('POST', '/clock/advance', { seconds })

describe('a new link for an expired one', () => {
  /** Each test uses a separate process, because a process limits the requests of one address. */
  async function createRequester() {
    const { call: secondProcess } = await startAnother()
    return (link: string, headers: Record<string, string> = {}) =>
      submit('/inbox/fresh-link', { link }, headers, secondProcess)
  }
  const emailTo = (customer: Customer) => until('the email', async () => (await emailsTo(customer)).at(-1))

  test('is emailed to the same address, and works', async () => {
    const requestLink = await createRequester()
    const customer = await customerOf(await business({ name: 'Fernwood' }))
    const stale = await call('GET', expiredLinkOf(customer))
    expect(headingOf(await requestLink(hiddenOn(stale, 'link')))).toBe('<h1>Please look into your mail</h1>')
    const email = await emailTo(customer)
    expect(email.subject).toBe('Your fresh link')
    expect(email.text).toContain('updates from Fernwood')
    const link = new URL(/http:\S+\/inbox\/\S+/.exec(email.text)![0]).pathname
    expect(subjectsOn(await read(await enter({ ...customer, link })))).toEqual(['Your order'])
    expect(logged()).not.toContain(link.slice(-40))
    expect((await operator('GET', '/notices')).json.items).toEqual([])
  })

  test('is also sent for the link of a text, in the language of the request', async () => {
    const requestLink = await createRequester()
    const customer = await customerOf(await business())
    await requestLink(tokenIn(formerTextLink(keyring, customer.target, past())), { 'Accept-Language': 'nl' })
    expect((await emailTo(customer)).subject).toBe('Je nieuwe link')
  })

  test('every request gets the same response, and only a genuine link is emailed', async () => {
    const requestLink = await createRequester()
    const customer = await customerOf(await business())
    const other = await business()
    const old = tokenIn(expiredLinkOf(customer))
    const unknownRecipient = { ...customer.target, recipientId: '019a8400-0000-7000-8000-000000000000' }
    const responses = [
      await requestLink('nonsense'),
      await requestLink(''),
      await requestLink(`${old.slice(0, -1)}${old.endsWith('A') ? 'B' : 'A'}`),
      await requestLink(tokenIn(formerInboxLink(keyring, unknownRecipient, past()))),
      await requestLink(
        tokenIn(formerInboxLink(keyring, { ...customer.target, businessId: other.businessId }, past())),
      ),
      await requestLink(tokenIn(customer.unsubscribe)),
      await requestLink(old, { 'Sec-Fetch-Site': 'cross-site' }),
    ]
    for (const shop of [customer.shop, other]) await queueIdle(db, shop)
    expect(await emailsTo(customer)).toEqual([])
    responses.push(await requestLink(old))
    await emailTo(customer)
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    const headerNames = (response: ApiResponse): string[] => Object.keys(response.headers).toSorted()
    expect(new Set(responses.map((response) => headerNames(response).join(' '))).size).toBe(1)
  })

  test('is sent once in ten minutes, for any number of requests', async () => {
    const requestLink = await createRequester()
    const customer = await customerOf(await business())
    const old = tokenIn(expiredLinkOf(customer))
    await Promise.all(Array.from({ length: 8 }, () => requestLink(old)))
    await emailTo(customer)
    await advance(590)
    await requestLink(old)
    await queueIdle(db, customer.shop)
    expect(await emailsTo(customer)).toHaveLength(1)
    await advance(20)
    await requestLink(old)
    await until('the second email', async () => (await emailsTo(customer)).length === 2)
  })

  test('is submitted at most once, also if the provider throttles it', async () => {
    const requestLink = await createRequester()
    const customer = await customerOf(await business())
    await simulator.script(customer.email, 'throttle', 1)
    await requestLink(tokenIn(expiredLinkOf(customer)))
    await until('the attempt', async () => (await simulator.attempts({ to: customer.email })).length > 0)
    // The job is retried after at least five seconds. The retry must not submit the email again.
    await until('the retry to be scheduled', async () => (await db.one(startRetries))!.count === 1)
    await queueIdle(db, customer.shop)
    expect(await simulator.attempts({ to: customer.email })).toHaveLength(1)
  })
  const startRetries = statement<null, { count: number }>(
    'test.start_retries',
    `with started as (update queue.job set start_after = now() where name = 'notices' and state = 'retry' returning id)
     select count(*)::integer as count from started`,
  )

  test('is sent to an unsubscribed recipient, but not to an address that bounced or complained', async () => {
    const requestLink = await createRequester()
    const shop = await business()
    const stopped = await customerOf(shop)
    await call('POST', stopped.unsubscribe)
    const suppressed = await Promise.all(
      ['bounced', 'complained'].map(async (outcome) => {
        const customer = await customerOf(shop, { recipient_email: `${outcome}+link@simulator.example` })
        const { id } = await push(customer)
        await until(outcome, async () => (await shop.call('GET', `/api/v1/messages/${id}`)).json.delivery[outcome])
        return customer
      }),
    )
    for (const customer of [...suppressed, stopped]) await requestLink(tokenIn(expiredLinkOf(customer)))
    await emailTo(stopped)
    for (const customer of suppressed) expect(await emailsTo(customer)).toHaveLength(1)
  })

  test('is rate limited with 429 and Retry-After', async () => {
    const { call: secondProcess } = await startAnother()
    const responses = await Promise.all(
      Array.from({ length: 250 }, () => submit('/inbox/fresh-link', { link: 'nonsense' }, {}, secondProcess)),
    )
    const refused = responses.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect([headingOf(refused[0]!), refused[0]!.headers['retry-after']]).toEqual([
      '<h1>That was a little fast</h1>',
      expect.stringMatching(/^\d+$/),
    ])
  })
})

describe('verifying a text message', () => {
  async function textedBy(shop: Shop, reference: string, phone: string) {
    const over = { recipient_phone: phone, reference, order_status: 'shipped', channels: ['sms'], notify: true }
    const customer = await customerOf(shop, over)
    const text = await until('the text', async () => (await simulator.outbox({ channel: 'sms', to: phone })).at(-1))
    await until('the delivery', async () => {
      const [message] = (await shop.call('GET', '/api/v1/messages')).json.items
      return message.delivery.sms.state === 'delivered'
    })
    return { customer, link: /http\S+\/i\/\S+/.exec(text.text)![0] }
  }
  async function shopWithTexts(): Promise<Shop> {
    const shop = await business({ name: 'Secret Shop', sms: 'on' })
    await operator('POST', `/businesses/${shop.id}/credits`, { amount: 100 })
    return shop
  }
  /** Each request goes to a separate process, because a process limits the requests of one address. */
  async function verify(clue: string, ending: string): Promise<ApiResponse> {
    const { call: secondProcess, stop } = await startAnother()
    const response = await submit('/genuine', { clue, ending }, {}, secondProcess)
    // A typed link is checked at the address with its shard; a browser repeats the request there.
    const checked =
      response.status === 307
        ? await submit(String(response.headers['location']), { clue, ending }, {}, secondProcess)
        : response
    await stop()
    return checked
  }
  const resultOn = ({ text }: ApiResponse): string | undefined => /id="result" class="(\w+)"/.exec(text)?.[1]

  test('succeeds by its reference, with or without #, by its link or by the token of the link, and for nothing else', async () => {
    const { link } = await textedBy(await shopWithTexts(), '#R-4711', '+447700904711')
    await textedBy(await shopWithTexts(), 'OTHER-1', '+447700904712')
    const forged = `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`
    for (const [clue, ending, result] of [
      ['#R-4711', '4711', 'yes'],
      [' R-4711 ', ' 4711', 'yes'],
      [link, '4711', 'yes'],
      [tokenIn(link), '4711', 'yes'],
      ['#R-4711', '4712', 'unknown'],
      ['OTHER-1', '4711', 'unknown'],
      [link, '4712', 'unknown'],
      [forged, '4711', 'unknown'],
      ['#R-4711', '', 'unknown'],
      ['#R-4711', '%%%%', 'unknown'],
      ['', '4711', 'unknown'],
      ['\0', '4711', 'unknown'],
      ['%', '4711', 'unknown'],
    ] as const) {
      const response = await verify(clue, ending)
      expect([response.status, resultOn(response)], `${JSON.stringify(clue)} ${ending}`).toEqual([200, result])
      expect(response.text).not.toContain('Secret Shop')
    }
  })

  test('fails for an email, and for a text that was not sent', async () => {
    const shop = await shopWithTexts()
    await customerOf(shop, { recipient_phone: '+447700904713', reference: 'MAIL-1', channels: ['email'], notify: true })
    const refused = { recipient_phone: '+447700900003', reference: 'REFUSED-1', channels: ['sms'], notify: true }
    const { id } = await push(await customerOf(shop), refused)
    await until('the refusal', async () => {
      const { delivery } = (await shop.call('GET', `/api/v1/messages/${id}`)).json
      return delivery.sms.state === 'rejected'
    })
    expect([resultOn(await verify('MAIL-1', '4713')), resultOn(await verify('REFUSED-1', '0003'))]).toEqual([
      'unknown',
      'unknown',
    ])
  })

  test('works for 90 days', async () => {
    const { link } = await textedBy(await shopWithTexts(), '#R-90', '+447700904790')
    await advance(90 * 86_400 - 3600)
    expect([resultOn(await verify('#R-90', '4790')), resultOn(await verify(link, '4790'))]).toEqual(['yes', 'yes'])
    await advance(2 * 86_400)
    expect([resultOn(await verify('#R-90', '4790')), resultOn(await verify(link, '4790'))]).toEqual([
      'unknown',
      'unknown',
    ])
  })

  test('has a rate limit for each address, and one address does not use up the limit of another', async () => {
    const pages = inboxPages({ db, keyring, publicUrl: config.publicUrl } as Context)
    const genuine = pages.find(({ name }) => name === 'verify_text')!
    const askFrom = async (address: string) => {
      const visit = {
        requestId: 'req_1',
        params: {},
        query: '',
        headers: {},
        body: Buffer.from('clue=%231&ending=1234'),
        address,
      }
      return (await genuine.serve(visit)).status
    }
    const from = (address: string, times: number) => Promise.all(Array.from({ length: times }, () => askFrom(address)))
    expect(await from('192.0.2.1', 50)).toEqual([
      ...Array.from({ length: 5 }, () => 200),
      ...Array.from({ length: 45 }, () => 429),
    ])
    expect(await from('192.0.2.2', 5)).toEqual([200, 200, 200, 200, 200])
  })

  test('limits repeated guesses with 429', async () => {
    const { call: secondProcess } = await startAnother()
    const responses = await Promise.all(
      Array.from({ length: 120 }, (_, guess) =>
        submit('/genuine', { clue: '#1', ending: String(1000 + guess) }, {}, secondProcess),
      ),
    )
    const served = responses.filter(({ status }) => status === 200)
    expect(served.length).toBeLessThan(120)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(120 - served.length)
  })

  test('repeats the request at the shard of a typed link, once, and only for a form of this site', async () => {
    const token = `a1${'x'.repeat(38)}`
    const fields = { clue: `https://updates.example/i/${token}`, ending: '1234' }
    const post = async (path: string, over: Partial<typeof fields> = {}, headers = {}) => {
      const { status, headers: got } = await submit(path, { ...fields, ...over }, headers)
      return [status, got['location']]
    }
    const moved = [307, '/genuine?shard=a1']
    expect([
      await post('/genuine'),
      await post('/genuine', { clue: token }),
      await post('/genuine?shard=b2'),
      await post('/genuine?shard=a1'),
      await post('/genuine', {}, { 'Sec-Fetch-Site': 'cross-site' }),
      await post('/genuine', { clue: '#1042' }),
    ]).toEqual([moved, moved, moved, [200, undefined], [200, undefined], [200, undefined]])
  })

  test('shows the input again as escaped text', async () => {
    const { text } = await verify('"><script>', '12')
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;"')
  })
})
