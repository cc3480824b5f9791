import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { startSimulator } from '@tidings/simulator'
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createSimulatorClient } from '../../../test/support/simulator-client.ts'
import type { Submission } from '../submission.ts'
import type { Mail } from './mail.ts'
import { mailToAda } from './smtp.support.ts'
import { createSmtp, type SmtpSettings } from './smtp.ts'
import { type Answers, startTestProvider } from './smtp-provider.support.ts'

const mail: Mail = {
  ...mailToAda,
  from: { name: 'Käse & Co', address: 'updates@tidings.example' },
  headers: { 'X-Tidings-Message': 'msg_1' },
}
const timeouts = { connectMilliseconds: 1_000, silenceMilliseconds: 300, wholeMilliseconds: 1_000 }
/** For what is about anything but time, and takes longer on a busy machine. */
const patient = { connectMilliseconds: 10_000, silenceMilliseconds: 10_000, wholeMilliseconds: 15_000 }
const accepted: Submission = { outcome: 'accepted' }
const again = (detail: string): Submission => ({ outcome: 'refused', retryable: true, detail })
const never = (detail: string): Submission => ({ outcome: 'refused', retryable: false, detail })
const unknown = (detail: string): Submission => ({ outcome: 'unknown', detail })

const byCode = (a: string, b: string): number => (a < b ? -1 : 1)

function smtpTo(port: number, settings: Partial<SmtpSettings> = {}, patience = timeouts) {
  const smtp = createSmtp({ url: `smtp://127.0.0.1:${port}`, connections: 2, dkim: null, ...settings }, patience)
  onTestFinished(smtp.close)
  return smtp
}

async function providerThat(answers: Answers, extensions: string[] = []) {
  const provider = await startTestProvider(answers, extensions)
  onTestFinished(() => provider.stop())
  return provider
}

describe('the simulated provider', async () => {
  const simulator = await startSimulator({ port: 0 })
  const simulatorClient = createSimulatorClient(simulator.url)
  afterAll(simulator.stop)
  afterEach(() => fetch(`${simulator.url}/reset`, { method: 'POST', body: '{}' }))

  for (const [behaviour, submission] of [
    ['accept', accepted],
    ['refuse', never('smtp 550 5.1.1')],
    ['throttle', again('smtp 451 4.7.1')],
    ['unavailable', again('smtp 421 4.3.2')],
    ['hang', unknown('ETIMEDOUT')],
    ['accept_then_hang', unknown('ETIMEDOUT')],
    ['accept_then_close', unknown('ECONNECTION')],
    ['accept_then_500', never('smtp 554 5.3.0')],
  ] as const)
    test(`${behaviour} → ${JSON.stringify(submission)}, submitted once, and the next mail passes`, async () => {
      const { submit } = smtpTo(simulator.smtpPort)
      await simulatorClient.script('ada@example.com', behaviour, 1)
      expect(await submit(mail)).toEqual(submission)
      expect(await simulatorClient.attempts()).toHaveLength(1)
      expect(await submit(mail)).toEqual(accepted)
      expect(await simulatorClient.attempts()).toHaveLength(2)
    })

  test('the mail arrives as it was written', async () => {
    expect(await smtpTo(simulator.smtpPort).submit(mail)).toEqual(accepted)
    expect(await simulatorClient.outbox()).toMatchObject([
      {
        to: 'ada@example.com',
        from: 'Käse & Co <updates@tidings.example>',
        subject: 'Your order is on its way',
        text: 'Hello Ada',
        html: '<p>Hello Ada</p>',
        headers: { 'message-id': '<nudge@tidings.example>', 'x-tidings-message': 'msg_1' },
      },
    ])
  })

  test('a hundred mails share the connections, and each arrives once', async () => {
    const { submit } = smtpTo(simulator.smtpPort, { connections: 5 }, patient)
    const names = Array.from({ length: 100 }, (_, index) => `ada${index}@example.com`)
    const outcomes = await Promise.all(names.map((address) => submit({ ...mail, to: { name: '', address } })))
    expect(outcomes).toEqual(names.map(() => accepted))
    const attempts: { to: string }[] = await simulatorClient.attempts()
    expect(attempts.map(({ to }) => to).toSorted(byCode)).toEqual(names.toSorted(byCode))
  })
})

for (const extensions of [[], ['PIPELINING']])
  describe(`a provider ${extensions.length === 0 ? 'without' : 'with'} pipelining`, () => {
    const rows: [string, Answers, Submission][] = [
      // Before the content: the provider cannot have it.
      ['closes before its greeting', { greeting: ['close'] }, again('ECONNECTION')],
      ['greets with 554', { greeting: ['554 5.7.1 Go away'] }, again('smtp 554 5.7.1')],
      ['never greets', { greeting: ['silence'] }, again('ETIMEDOUT')],
      ['never ends its greeting', { greeting: ['trickle'] }, again('ETIMEDOUT')],
      ['closes after its greeting', { EHLO: ['close'] }, again('ECONNECTION')],
      ['closes at MAIL FROM', { MAIL: ['close'] }, again('ECONNECTION')],
      ['resets at MAIL FROM', { MAIL: ['reset'] }, again('ECONNRESET')],
      ['closes at RCPT TO', { RCPT: ['close'] }, again('ECONNECTION')],
      ['closes at DATA', { DATA: ['close'] }, again('ECONNECTION')],
      ['falls silent at MAIL FROM', { MAIL: ['silence'] }, again('ETIMEDOUT')],
      ['falls silent at DATA', { DATA: ['silence'] }, again('ETIMEDOUT')],
      ['trickles at MAIL FROM for ever', { MAIL: ['trickle'] }, again('ETIMEDOUT')],
      // A clear reply is a clear reply, at any time.
      ['says 421 at MAIL FROM', { MAIL: ['421 4.4.2 Idle'] }, again('smtp 421 4.4.2')],
      ['says 5yz at MAIL FROM', { MAIL: ['553 5.1.8 <updates@tidings.example>'] }, never('smtp 553 5.1.8')],
      ['asks for a login', { MAIL: ['530 5.7.0 Log in'] }, again('smtp 530 5.7.0')],
      ['says 4yz at RCPT TO', { RCPT: ['450 4.2.1 <ada@example.com> is busy'] }, again('smtp 450 4.2.1')],
      ['says 5yz at RCPT TO', { RCPT: ['550 <ada@example.com>: nobody'] }, never('smtp 550')],
      ['takes DATA without a recipient', { RCPT: ['550 No'], DATA: ['354 Go on'] }, never('smtp 550')],
      ['says 4yz at DATA', { DATA: ['451 4.3.0 Later'] }, again('smtp 451 4.3.0')],
      ['says 4yz after the content', { content: ['452 4.3.1 Full'] }, again('smtp 452 4.3.1')],
      ['says 421 after the content', { content: ['421 4.3.2 Closing'] }, again('smtp 421 4.3.2')],
      ['says 5yz after the content', { content: ['554 5.6.0 ada@example.com'] }, never('smtp 554 5.6.0')],
      // The content was under way, and no reply tells what became of it.
      ['resets in the middle of the content', { content: ['reset'] }, unknown('ECONNRESET')],
      ['closes instead of the last reply', { content: ['close'] }, unknown('ECONNECTION')],
      ['falls silent after the content', { content: ['silence'] }, unknown('ETIMEDOUT')],
      ['trickles after the content for ever', { content: ['trickle'] }, unknown('ETIMEDOUT')],
      ['says after the content what is no answer', { content: ['354 Go on'] }, unknown('smtp 354')],
    ]
    for (const [what, answers, submission] of rows)
      test.concurrent(`${what} → ${JSON.stringify(submission)}, once, and the next mail passes`, async (context) => {
        const provider = await startTestProvider(structuredClone(answers), extensions)
        const smtp = createSmtp({ url: `smtp://127.0.0.1:${provider.port}`, connections: 2, dkim: null }, timeouts)
        context.onTestFinished(() => {
          smtp.close()
          provider.stop()
        })
        context.expect(await smtp.submit(mail)).toEqual(submission)
        // Longer than a pool would wait that takes mails up again by itself.
        await sleep(200)
        context.expect(provider.commands.filter((command) => command === 'DATA').length).toBeLessThanOrEqual(1)
        const transmitted = provider.contents.length
        context.expect(await smtp.submit(mail)).toEqual(accepted)
        context.expect(provider.contents).toHaveLength(transmitted + 1)
      })
  })

test('a reset when only a part of a large mail is written → unknown', async () => {
  const provider = await providerThat({ content: ['reset'] })
  const large = { ...mail, text: 'Hello Ada\n'.repeat(1_000_000) }
  const submission = await smtpTo(provider.port, {}, patient).submit(large)
  expect(['ECONNRESET', 'EPIPE'].map(unknown)).toContainEqual(submission)
  expect(provider.contents).toEqual([])
})

describe('the provider cannot be reached', () => {
  test('nobody listens → refused, retryable', async () => {
    const provider = await providerThat({})
    provider.stop()
    expect(await smtpTo(provider.port).submit(mail)).toEqual(again('ECONNREFUSED'))
  })

  test('TLS fails → refused, retryable', async () => {
    const provider = await providerThat({})
    const { submit } = smtpTo(provider.port, { url: `smtps://127.0.0.1:${provider.port}` })
    expect(await submit(mail)).toEqual(again('ERR_SSL_WRONG_VERSION_NUMBER'))
  })

  for (const [reply, submission] of [
    ['235 2.7.0 Welcome', accepted],
    ['454 4.7.0 Later', again('smtp 454 4.7.0')],
    ['535 5.7.8 Wrong password', again('smtp 535 5.7.8')],
  ] as const)
    test(`the login is answered with ${reply} → ${JSON.stringify(submission)}`, async () => {
      const provider = await providerThat({ AUTH: [reply] }, ['AUTH PLAIN'])
      const { submit } = smtpTo(provider.port, { url: `smtp://ada%40shop:p%2Fss%3A@127.0.0.1:${provider.port}` })
      expect(await submit(mail)).toEqual(submission)
      expect(provider.commands).toContain(`AUTH PLAIN ${btoa('\0ada@shop\0p/ss:')}`)
    })
})

describe('the connections', () => {
  test('one serves many mails, also after a refusal', async () => {
    const provider = await providerThat({ RCPT: ['250 Ok', '550 No'], content: ['250 Ok', '451 Later'] }, [
      'PIPELINING',
    ])
    const { submit } = smtpTo(provider.port)
    const outcomes = [await submit(mail), await submit(mail), await submit(mail), await submit(mail)]
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['accepted', 'refused', 'refused', 'accepted'])
    expect(provider.connections()).toBe(1)
  })

  for (const farewell of ['', '421 4.4.2 Idle for too long\r\n'])
    test(`one that the provider closes between two mails, saying '${farewell.trim()}', is not used again`, async () => {
      const provider = await providerThat({})
      const { submit } = smtpTo(provider.port)
      expect(await submit(mail)).toEqual(accepted)
      provider.hangUp(farewell)
      await vi.waitUntil(() => provider.open() === 0)
      expect(await submit(mail)).toEqual(accepted)
      expect(provider.connections()).toBe(2)
    })

  for (const [answer, submission] of [
    ['close', again('ECONNECTION')],
    ['421 4.4.2 Idle for too long', again('smtp 421 4.4.2')],
  ] as const)
    test(`one that the provider ends at the moment of the next mail (${answer}) → that mail is retryable`, async () => {
      const provider = await providerThat({ MAIL: ['250 Ok', answer] }, ['PIPELINING'])
      const { submit } = smtpTo(provider.port)
      expect([await submit(mail), await submit(mail)]).toEqual([accepted, submission])
      expect(provider.contents).toHaveLength(1)
    })

  test('no more are opened than allowed, and nobody is left waiting', async () => {
    const provider = await providerThat({}, ['PIPELINING'])
    const { submit } = smtpTo(provider.port, { connections: 3 }, patient)
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => submit(mail)))
    expect(outcomes).toEqual(outcomes.map(() => accepted))
    expect(provider.contents).toHaveLength(60)
    expect(provider.connections()).toBe(3)
  })

  test('who waits for one gets it in turn', async () => {
    const provider = await providerThat({})
    const { submit } = smtpTo(provider.port, { connections: 1 })
    const addresses = ['ada@example.com', 'bob@example.com', 'cleo@example.com']
    await Promise.all(addresses.map((address) => submit({ ...mail, to: { name: '', address } })))
    const recipients = provider.commands.filter((command) => command.startsWith('RCPT'))
    expect(recipients).toEqual(addresses.map((address) => `RCPT TO:<${address}>`))
  })

  test('one that answered out of turn is not used again', async () => {
    const provider = await providerThat({ content: ['354 Go on'] })
    const { submit } = smtpTo(provider.port)
    expect([await submit(mail), await submit(mail)]).toEqual([unknown('smtp 354'), accepted])
    expect(provider.connections()).toBe(2)
  })

  test('a mail that waits for one longer than the limit is refused, and is not sent later', async () => {
    const provider = await providerThat({ content: ['silence'] })
    const patience = { connectMilliseconds: 1_000, silenceMilliseconds: 600, wholeMilliseconds: 300 }
    const { submit } = smtpTo(provider.port, { connections: 1 }, patience)
    expect(await Promise.all([submit(mail), submit(mail)])).toEqual([unknown('ETIMEDOUT'), again('ETIMEDOUT')])
    expect(await submit(mail)).toEqual(accepted)
    await sleep(200)
    expect(provider.contents).toHaveLength(2)
  })

  test('one that nobody uses is closed', async () => {
    const provider = await providerThat({})
    const { submit } = smtpTo(provider.port)
    expect(await submit(mail)).toEqual(accepted)
    expect(provider.open()).toBe(1)
    await vi.waitUntil(() => provider.open() === 0)
  })

  test('closing lets the mail under way end, and no other begins', async () => {
    const provider = await providerThat({})
    const { submit, close } = smtpTo(provider.port, {}, { ...timeouts, silenceMilliseconds: 10_000 })
    const underWay = submit(mail)
    await setImmediate()
    close()
    expect(await underWay).toEqual(accepted)
    await vi.waitUntil(() => provider.open() === 0)
    expect(await submit(mail)).toEqual(again('ECLOSED'))
    expect(provider.connections()).toBe(1)
  })

  test('closing closes those that wait for a mail', async () => {
    const provider = await providerThat({})
    const { submit, close } = smtpTo(provider.port, {}, { ...timeouts, silenceMilliseconds: 10_000 })
    await Promise.all([submit(mail), submit(mail)])
    expect(provider.open()).toBe(2)
    close()
    await vi.waitUntil(() => provider.open() === 0)
  })
})

for (const [address, recipient] of [
  ['ada@example.com', 'ada@example.com'],
  ['ada@käse.example', 'ada@xn--kse-qla.example'],
  ['ada@example.com,bob@example.com', '"ada@example.com,bob"@example.com'],
  ['ada@example.com\r\nRCPT TO:<bob@example.com>', '"ada@example.com RCPT TO: bob"@example.com'],
] as const)
  test(`a mail to ${JSON.stringify(address)} has one recipient, and bounces come to its sender`, async () => {
    const provider = await providerThat({})
    expect(await smtpTo(provider.port).submit({ ...mail, to: { name: '', address } })).toEqual(accepted)
    expect(provider.commands.slice(1)).toEqual([
      'MAIL FROM:<updates@tidings.example>',
      `RCPT TO:<${recipient}>`,
      'DATA',
    ])
  })
