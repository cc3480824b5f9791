import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Context } from '../../src/context.ts'
import { inboxPages } from '../../src/http/inbox-pages.ts'
import { inboxLink, textLink } from '../../src/inbox-tokens/tokens.ts'
import type { Answer, Shop } from '../support/client.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'
import { type Customer, createReaders, headingOf, hiddenOn, subjectsOn } from './6-inbox-reader.ts'

/** What people can ask who hold nothing but an old link or a text. */
const testService = await createTestService()
const { another, business, call, config, db, logged, operator, simulator } = testService
const { customerOf, deriveKey, enter, push, read, submit } = createReaders(testService)

const tokenIn = (link: string): string => link.split('/').at(-1)!
const past = (): Date => new Date(Date.now() - 86_400_000)
const oldLinkOf = ({ target }: Customer): string => inboxLink(deriveKey, '', target, past())
const mailsTo = ({ email }: Customer) => simulator.outbox({ to: email })
const advance = (seconds: number) => operator('POST', '/clock/advance', { seconds })
/** Long enough for a mail that would come. */
const quiet = () => sleep(1_500)

describe('an old link asks for a fresh one', () => {
  /** Each test at a process of its own: a process answers few of one address. */
  async function asker() {
    const { call: elsewhere } = await another()
    return (link: string, headers: Record<string, string> = {}) =>
      submit('/inbox/fresh-link', { link }, headers, elsewhere)
  }
  const mailTo = (customer: Customer) => until('the mail', async () => (await mailsTo(customer)).at(-1))

  test('it comes by mail to the same address, and works', async () => {
    const ask = await asker()
    const customer = await customerOf(await business({ name: 'Fernwood' }))
    const stale = await call('GET', oldLinkOf(customer))
    expect(headingOf(await ask(hiddenOn(stale, 'link')))).toBe('<h1>Please look into your mail</h1>')
    const mail = await mailTo(customer)
    expect(mail.subject).toBe('Your fresh link')
    expect(mail.text).toContain('updates from Fernwood')
    const link = new URL(/http:\S+\/inbox\/\S+/.exec(mail.text)![0]).pathname
    expect(subjectsOn(await read(await enter({ ...customer, link })))).toEqual(['Your order'])
    expect(logged()).not.toContain(link.slice(-40))
    expect((await operator('GET', '/notices')).json.items).toEqual([])
  })

  test('a link from a text does as well, in the language of whoever asks', async () => {
    const ask = await asker()
    const customer = await customerOf(await business())
    await ask(tokenIn(textLink(deriveKey, '', customer.target, past())), { 'Accept-Language': 'nl' })
    expect((await mailTo(customer)).subject).toBe('Je nieuwe link')
  })

  test('whatever is asked, the answer is the same bytes; and only for a link of ours a mail goes', async () => {
    const ask = await asker()
    const customer = await customerOf(await business())
    const other = await business()
    const old = tokenIn(oldLinkOf(customer))
    const nobody = { ...customer.target, recipientId: '019a8400-0000-7000-8000-000000000000' }
    const asked = [
      await ask('nonsense'),
      await ask(''),
      await ask(`${old.slice(0, -1)}${old.endsWith('A') ? 'B' : 'A'}`),
      await ask(tokenIn(inboxLink(deriveKey, '', nobody, past()))),
      await ask(tokenIn(inboxLink(deriveKey, '', { ...customer.target, businessId: other.id }, past()))),
      await ask(tokenIn(customer.unsubscribe)),
      await ask(old, { 'Sec-Fetch-Site': 'cross-site' }),
    ]
    await quiet()
    expect(await mailsTo(customer)).toEqual([])
    asked.push(await ask(old))
    await mailTo(customer)
    expect(new Set(asked.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    const names = (answer: Answer): string[] => Object.keys(answer.headers).toSorted()
    expect(new Set(asked.map((answer) => names(answer).join(' '))).size).toBe(1)
  })

  test('one in ten minutes, however many ask', async () => {
    const ask = await asker()
    const customer = await customerOf(await business())
    const old = tokenIn(oldLinkOf(customer))
    await Promise.all(Array.from({ length: 8 }, () => ask(old)))
    await mailTo(customer)
    await advance(590)
    await ask(old)
    await quiet()
    expect(await mailsTo(customer)).toHaveLength(1)
    await advance(20)
    await ask(old)
    await until('the second mail', async () => (await mailsTo(customer)).length === 2)
  })

  test('at most once: one that a provider would not take is not tried again', async () => {
    const ask = await asker()
    const customer = await customerOf(await business())
    await simulator.script(customer.email, 'throttle', 1)
    await ask(tokenIn(oldLinkOf(customer)))
    await until('the attempt', async () => (await simulator.attempts({ to: customer.email })).length > 0)
    // It would come back in ten seconds.
    await sleep(13_000)
    expect(await simulator.attempts({ to: customer.email })).toHaveLength(1)
  }, 30_000)

  test('who stopped everything has asked for it; who bounced or complained gets none', async () => {
    const ask = await asker()
    const shop = await business()
    const stopped = await customerOf(shop)
    await call('POST', stopped.unsubscribe)
    const unfit = await Promise.all(
      ['bounced', 'complained'].map(async (habit) => {
        const customer = await customerOf(shop, { recipient_email: `${habit}+link@simulator.example` })
        const { id } = await push(customer)
        await until(habit, async () => (await shop.call('GET', `/api/v1/messages/${id}`)).json.delivery[habit])
        return customer
      }),
    )
    for (const customer of [...unfit, stopped]) await ask(tokenIn(oldLinkOf(customer)))
    await mailTo(stopped)
    for (const customer of unfit) expect(await mailsTo(customer)).toHaveLength(1)
  })

  test('too many are told to wait', async () => {
    const { call: elsewhere } = await another()
    const answers = await Promise.all(
      Array.from({ length: 250 }, () => submit('/inbox/fresh-link', { link: 'nonsense' }, {}, elsewhere)),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect([headingOf(refused[0]!), refused[0]!.headers['retry-after']]).toEqual([
      '<h1>That was a little fast</h1>',
      expect.stringMatching(/^\d+$/),
    ])
  })
})

describe('is this text real?', () => {
  async function textedBy(shop: Shop, reference: string, phone: string) {
    const over = { recipient_phone: phone, reference, order_status: 'shipped', channels: ['sms'], notify: true }
    const customer = await customerOf(shop, over)
    const text = await until('the text', async () => (await simulator.outbox({ channel: 'sms', to: phone })).at(-1))
    await until('it to be settled', async () => {
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
  /** Each asker at a process of their own: a process answers few of one's questions. */
  async function ask(clue: string, ending: string): Promise<Answer> {
    const { call: elsewhere, stop } = await another()
    const answer = await submit('/genuine', { clue, ending }, {}, elsewhere)
    await stop()
    return answer
  }
  const answerOn = ({ text }: Answer): string | undefined => /id="answer" class="(\w+)"/.exec(text)?.[1]

  test('yes by its reference, with # or without, and by its link or the end of that; else it cannot be confirmed', async () => {
    const { link } = await textedBy(await shopWithTexts(), '#R-4711', '+447700904711')
    await textedBy(await shopWithTexts(), 'OTHER-1', '+447700904712')
    const forged = `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`
    for (const [clue, ending, answer] of [
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
      const said = await ask(clue, ending)
      expect([said.status, answerOn(said)], `${JSON.stringify(clue)} ${ending}`).toEqual([200, answer])
      expect(said.text).not.toContain('Secret Shop')
    }
  }, 60_000)

  test('an email about the order is no text, and neither is one that was not sent', async () => {
    const shop = await shopWithTexts()
    await customerOf(shop, { recipient_phone: '+447700904713', reference: 'MAIL-1', channels: ['email'], notify: true })
    const refused = { recipient_phone: '+447700900003', reference: 'REFUSED-1', channels: ['sms'], notify: true }
    const { id } = await push(await customerOf(shop), refused)
    await until('the refusal', async () => {
      const { delivery } = (await shop.call('GET', `/api/v1/messages/${id}`)).json
      return delivery.sms.state === 'rejected'
    })
    expect([answerOn(await ask('MAIL-1', '4713')), answerOn(await ask('REFUSED-1', '0003'))]).toEqual([
      'unknown',
      'unknown',
    ])
  })

  test('for 90 days', async () => {
    const { link } = await textedBy(await shopWithTexts(), '#R-90', '+447700904790')
    await advance(90 * 86_400 - 3600)
    expect([answerOn(await ask('#R-90', '4790')), answerOn(await ask(link, '4790'))]).toEqual(['yes', 'yes'])
    await advance(2 * 86_400)
    expect([answerOn(await ask('#R-90', '4790')), answerOn(await ask(link, '4790'))]).toEqual(['unknown', 'unknown'])
  })

  test('each address has a measure of its own, and one that asks too often uses up nothing of the others', async () => {
    const pages = inboxPages({ db, deriveKey, publicUrl: config.publicUrl } as Context)
    const genuine = pages.find(({ name }) => name === 'genuine')!
    const askFrom = async (address: string) => {
      const visit = { params: {}, query: '', headers: {}, body: Buffer.from('clue=%231&ending=1234'), address }
      return (await genuine.serve(visit)).status
    }
    const from = (address: string, times: number) => Promise.all(Array.from({ length: times }, () => askFrom(address)))
    expect(await from('192.0.2.1', 50)).toEqual([
      ...Array.from({ length: 5 }, () => 200),
      ...Array.from({ length: 45 }, () => 429),
    ])
    expect(await from('192.0.2.2', 5)).toEqual([200, 200, 200, 200, 200])
  })

  test('a guess that is repeated is told to wait', async () => {
    const { call: elsewhere } = await another()
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, guess) =>
        submit('/genuine', { clue: '#1', ending: String(1000 + guess) }, {}, elsewhere),
      ),
    )
    const answered = answers.filter(({ status }) => status === 200)
    expect(answered.length).toBeLessThan(120)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(120 - answered.length)
  })

  test('what was typed is shown again as text', async () => {
    const { text } = await ask('"><script>', '12')
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;"')
  })
})
