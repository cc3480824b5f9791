import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { startSimulator } from '@tidings/simulator'
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { createSimulatorClient, until } from '../../../test/support/simulator-client.ts'
import { type Submission, withoutWords } from '../submission.ts'
import type { Mail } from './mail.ts'
import { mailToAda } from './smtp.support.ts'
import { createSmtp, type SmtpSettings } from './smtp.ts'
import { type SmtpReplies, startTestProvider } from './smtp-provider.support.ts'

const mail: Mail = {
  ...mailToAda,
  from: { name: 'Käse & Co', address: 'updates@tidings.example' },
  headers: { 'X-Tidings-Message': 'msg_1' },
}
const shortTimeouts = { connectMilliseconds: 2_000, idleMilliseconds: 1_000, totalMilliseconds: 2_000 }
/** For tests that do not concern timeouts, so that a slow machine does not fail them. */
const longTimeouts = { connectMilliseconds: 10_000, idleMilliseconds: 10_000, totalMilliseconds: 15_000 }
const accepted: Submission = { outcome: 'accepted' }
const retryableRefusal = (detail: string): Submission => ({ outcome: 'refused', retryable: true, detail })
const finalRefusal = (detail: string): Submission => ({ outcome: 'refused', retryable: false, detail })
const unknown = (detail: string): Submission => ({ outcome: 'unknown', detail })
const timeoutsFor = (submission: Submission) =>
  'detail' in submission && submission.detail === 'ETIMEDOUT' ? shortTimeouts : longTimeouts

const byCode = (a: string, b: string): number => (a < b ? -1 : 1)

function smtpTo(port: number, settings: Partial<SmtpSettings> = {}, timeouts = longTimeouts) {
  const smtp = createSmtp({ url: `smtp://127.0.0.1:${port}`, connections: 2, dkim: null, ...settings }, timeouts)
  onTestFinished(smtp.close)
  return { ...smtp, submit: async (one: Mail) => withoutWords(await smtp.submit(one)) }
}

async function startProvider(replies: SmtpReplies, extensions: string[] = [], greetingMilliseconds = 0) {
  const provider = await startTestProvider(replies, extensions, greetingMilliseconds)
  onTestFinished(() => provider.stop())
  return provider
}

describe('the simulator', async () => {
  const simulator = await startSimulator({ port: 0 })
  const simulatorClient = createSimulatorClient(simulator.url)
  afterAll(simulator.stop)
  afterEach(() => fetch(`${simulator.url}/reset`, { method: 'POST', body: '{}' }))

  for (const [behaviour, submission] of [
    ['accept', accepted],
    ['refuse', finalRefusal('smtp 550 5.1.1')],
    ['throttle', retryableRefusal('smtp 451 4.7.1')],
    ['unavailable', retryableRefusal('smtp 421 4.3.2')],
    ['hang', unknown('ETIMEDOUT')],
    ['accept_then_hang', unknown('ETIMEDOUT')],
    ['accept_then_close', unknown('ECONNECTION')],
    ['accept_then_500', finalRefusal('smtp 554 5.3.0')],
  ] as const)
    test(`${behaviour} → ${JSON.stringify(submission)}, submitted once, and the next email is accepted`, async () => {
      const { submit } = smtpTo(simulator.smtpPort, {}, timeoutsFor(submission))
      await simulatorClient.script('ada@example.com', behaviour, 1)
      expect(await submit(mail)).toEqual(submission)
      expect(await simulatorClient.attempts()).toHaveLength(1)
      expect(await submit(mail)).toEqual(accepted)
      expect(await simulatorClient.attempts()).toHaveLength(2)
    })

  test('the email arrives unchanged', async () => {
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

  test('a hundred emails share the connections, and each arrives once', async () => {
    const { submit } = smtpTo(simulator.smtpPort, { connections: 5 })
    const names = Array.from({ length: 100 }, (_, index) => `ada${index}@example.com`)
    const outcomes = await Promise.all(names.map((address) => submit({ ...mail, to: { name: '', address } })))
    expect(outcomes).toEqual(names.map(() => accepted))
    const attempts: { to: string }[] = await simulatorClient.attempts()
    expect(attempts.map(({ to }) => to).toSorted(byCode)).toEqual(names.toSorted(byCode))
  })
})

for (const extensions of [[], ['PIPELINING']])
  describe(`a provider ${extensions.length === 0 ? 'without' : 'with'} pipelining`, () => {
    const rows: [string, SmtpReplies, Submission][] = [
      // Before the content is transmitted: the provider cannot have the email.
      ['closes before its greeting', { greeting: ['close'] }, retryableRefusal('ECONNECTION')],
      ['greets with 554', { greeting: ['554 5.7.1 Go away'] }, retryableRefusal('smtp 554 5.7.1')],
      ['never greets', { greeting: ['no_reply'] }, retryableRefusal('ETIMEDOUT')],
      ['sends an endless greeting', { greeting: ['endless'] }, retryableRefusal('ETIMEDOUT')],
      ['closes after its greeting', { EHLO: ['close'] }, retryableRefusal('ECONNECTION')],
      ['closes at MAIL FROM', { MAIL: ['close'] }, retryableRefusal('ECONNECTION')],
      ['resets at MAIL FROM', { MAIL: ['reset'] }, retryableRefusal('ECONNRESET')],
      ['closes at RCPT TO', { RCPT: ['close'] }, retryableRefusal('ECONNECTION')],
      ['closes at DATA', { DATA: ['close'] }, retryableRefusal('ECONNECTION')],
      ['does not reply to MAIL FROM', { MAIL: ['no_reply'] }, retryableRefusal('ETIMEDOUT')],
      ['does not reply to DATA', { DATA: ['no_reply'] }, retryableRefusal('ETIMEDOUT')],
      ['sends an endless reply to MAIL FROM', { MAIL: ['endless'] }, retryableRefusal('ETIMEDOUT')],
      // An unambiguous reply determines the result at every stage.
      ['replies 421 to MAIL FROM', { MAIL: ['421 4.4.2 Idle'] }, retryableRefusal('smtp 421 4.4.2')],
      ['replies 5yz to MAIL FROM', { MAIL: ['553 5.1.8 <updates@tidings.example>'] }, finalRefusal('smtp 553 5.1.8')],
      ['requests a login', { MAIL: ['530 5.7.0 Log in'] }, retryableRefusal('smtp 530 5.7.0')],
      ['replies 4yz to RCPT TO', { RCPT: ['450 4.2.1 <ada@example.com> is busy'] }, retryableRefusal('smtp 450 4.2.1')],
      ['replies 5yz to RCPT TO', { RCPT: ['550 <ada@example.com>: unknown'] }, finalRefusal('smtp 550')],
      ['accepts DATA without a recipient', { RCPT: ['550 No'], DATA: ['354 Go on'] }, finalRefusal('smtp 550')],
      ['replies 4yz to DATA', { DATA: ['451 4.3.0 Later'] }, retryableRefusal('smtp 451 4.3.0')],
      ['replies 4yz after the content', { content: ['452 4.3.1 Full'] }, retryableRefusal('smtp 452 4.3.1')],
      ['replies 421 after the content', { content: ['421 4.3.2 Closing'] }, retryableRefusal('smtp 421 4.3.2')],
      ['replies 5yz after the content', { content: ['554 5.6.0 ada@example.com'] }, finalRefusal('smtp 554 5.6.0')],
      // The content was transmitted, and no reply states whether the email was accepted.
      ['resets in the middle of the content', { content: ['reset'] }, unknown('ECONNRESET')],
      ['closes instead of the last reply', { content: ['close'] }, unknown('ECONNECTION')],
      ['does not reply after the content', { content: ['no_reply'] }, unknown('ETIMEDOUT')],
      ['sends an endless reply after the content', { content: ['endless'] }, unknown('ETIMEDOUT')],
      ['sends an unexpected reply after the content', { content: ['354 Go on'] }, unknown('smtp 354')],
    ]
    for (const [what, replies, submission] of rows)
      test.concurrent(`${what} → ${JSON.stringify(submission)}, submitted once, and the next email is accepted`, async (context) => {
        const provider = await startTestProvider(structuredClone(replies), extensions)
        const url = `smtp://127.0.0.1:${provider.port}`
        const smtp = createSmtp({ url, connections: 2, dkim: null }, timeoutsFor(submission))
        context.onTestFinished(() => {
          smtp.close()
          provider.stop()
        })
        context.expect(withoutWords(await smtp.submit(mail))).toEqual(submission)
        // Longer than the delay after which the library's own pool would send an email again.
        await sleep(200)
        context.expect(provider.commands.filter((command) => command === 'DATA').length).toBeLessThanOrEqual(1)
        const transmitted = provider.contents.length
        context.expect(await smtp.submit(mail)).toEqual(accepted)
        context.expect(provider.contents).toHaveLength(transmitted + 1)
      })
  })

test('a reset while a large email is being written → unknown', async () => {
  const provider = await startProvider({ content: ['reset'] })
  const large = { ...mail, text: 'Hello Ada\n'.repeat(1_000_000) }
  const submission = await smtpTo(provider.port).submit(large)
  expect(['ECONNRESET', 'EPIPE'].map(unknown)).toContainEqual(submission)
  expect(provider.contents).toEqual([])
})

describe('the provider cannot be reached', () => {
  test('no server listens on the port → refused, retryable', async () => {
    const provider = await startProvider({})
    provider.stop()
    expect(await smtpTo(provider.port).submit(mail)).toEqual(retryableRefusal('ECONNREFUSED'))
  })

  test('TLS fails → refused, retryable', async () => {
    const provider = await startProvider({})
    const { submit } = smtpTo(provider.port, { url: `smtps://127.0.0.1:${provider.port}` })
    expect(await submit(mail)).toEqual(retryableRefusal('ERR_SSL_WRONG_VERSION_NUMBER'))
  })

  for (const [reply, submission] of [
    ['235 2.7.0 Welcome', accepted],
    ['454 4.7.0 Later', retryableRefusal('smtp 454 4.7.0')],
    ['535 5.7.8 Wrong password', retryableRefusal('smtp 535 5.7.8')],
  ] as const)
    test(`the reply to the login is ${reply} → ${JSON.stringify(submission)}`, async () => {
      const provider = await startProvider({ AUTH: [reply] }, ['AUTH PLAIN'])
      const { submit } = smtpTo(provider.port, { url: `smtp://ada%40shop:p%2Fss%3A@127.0.0.1:${provider.port}` })
      expect(await submit(mail)).toEqual(submission)
      expect(provider.commands).toContain(`AUTH PLAIN ${btoa('\0ada@shop\0p/ss:')}`)
    })
})

describe('the connections', () => {
  test('a connection is reused for many emails, also after a refusal', async () => {
    const provider = await startProvider({ RCPT: ['250 Ok', '550 No'], content: ['250 Ok', '451 Later'] }, [
      'PIPELINING',
    ])
    const { submit } = smtpTo(provider.port)
    const outcomes = [await submit(mail), await submit(mail), await submit(mail), await submit(mail)]
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['accepted', 'refused', 'refused', 'accepted'])
    expect(provider.connections()).toBe(1)
  })

  for (const lastReply of ['', '421 4.4.2 Idle for too long\r\n'])
    test(`a connection that the provider closes between two emails with '${lastReply.trim()}' is not reused`, async () => {
      const provider = await startProvider({})
      const { submit } = smtpTo(provider.port)
      expect(await submit(mail)).toEqual(accepted)
      provider.closeAll(lastReply)
      await until('closed connections', async () => provider.open() === 0)
      expect(await submit(mail)).toEqual(accepted)
      expect(provider.connections()).toBe(2)
    })

  for (const [reply, submission] of [
    ['close', retryableRefusal('ECONNECTION')],
    ['421 4.4.2 Idle for too long', retryableRefusal('smtp 421 4.4.2')],
  ] as const)
    test(`an email is retryable if the provider closes the connection when it is sent (${reply})`, async () => {
      const provider = await startProvider({ MAIL: ['250 Ok', reply] }, ['PIPELINING'])
      const { submit } = smtpTo(provider.port)
      expect([await submit(mail), await submit(mail)]).toEqual([accepted, submission])
      expect(provider.contents).toHaveLength(1)
    })

  test('the limit of connections is respected, and every email is sent', async () => {
    const provider = await startProvider({}, ['PIPELINING'])
    const { submit } = smtpTo(provider.port, { connections: 3 })
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => submit(mail)))
    expect(outcomes).toEqual(outcomes.map(() => accepted))
    expect(provider.contents).toHaveLength(60)
    expect(provider.connections()).toBe(3)
  })

  test('emails that wait for a connection are sent in order', async () => {
    const provider = await startProvider({})
    const { submit } = smtpTo(provider.port, { connections: 1 })
    const addresses = ['ada@example.com', 'bob@example.com', 'cleo@example.com']
    await Promise.all(addresses.map((address) => submit({ ...mail, to: { name: '', address } })))
    const recipients = provider.commands.filter((command) => command.startsWith('RCPT'))
    expect(recipients).toEqual(addresses.map((address) => `RCPT TO:<${address}>`))
  })

  test('a connection with an unexpected reply is not reused', async () => {
    const provider = await startProvider({ content: ['354 Go on'] })
    const { submit } = smtpTo(provider.port)
    expect([await submit(mail), await submit(mail)]).toEqual([unknown('smtp 354'), accepted])
    expect(provider.connections()).toBe(2)
  })

  test('an email that waits too long for a connection is refused and is not sent later', async () => {
    // The greeting is late, so that the connection that replaces the first is not ready when the wait ends a moment later.
    const provider = await startProvider({ content: ['no_reply'] }, [], 400)
    const waitTimeouts = { connectMilliseconds: 2_000, idleMilliseconds: 2_000, totalMilliseconds: 1_500 }
    const { submit } = smtpTo(provider.port, { connections: 1 }, waitTimeouts)
    expect(await Promise.all([submit(mail), submit(mail)])).toEqual([
      unknown('ETIMEDOUT'),
      retryableRefusal('ETIMEDOUT'),
    ])
    // There is one connection, so an email that still waited for it would be sent before the second of these.
    expect([await submit(mail), await submit(mail)]).toEqual([accepted, accepted])
    expect(provider.contents).toHaveLength(3)
  })

  test('an idle connection is closed', async () => {
    const provider = await startProvider({})
    const { submit } = smtpTo(provider.port, {}, shortTimeouts)
    expect(await submit(mail)).toEqual(accepted)
    expect(provider.open()).toBe(1)
    await until('closed connections', async () => provider.open() === 0)
  })

  test('close completes the email in progress and rejects new ones', async () => {
    const provider = await startProvider({})
    const { submit, close } = smtpTo(provider.port)
    const inProgress = submit(mail)
    await setImmediate()
    close()
    expect(await inProgress).toEqual(accepted)
    await until('closed connections', async () => provider.open() === 0)
    expect(await submit(mail)).toEqual(retryableRefusal('ECLOSED'))
    expect(provider.connections()).toBe(1)
  })

  test('close closes idle connections', async () => {
    const provider = await startProvider({})
    const { submit, close } = smtpTo(provider.port)
    await Promise.all([submit(mail), submit(mail)])
    expect(provider.open()).toBe(2)
    close()
    await until('closed connections', async () => provider.open() === 0)
  })
})

for (const [address, recipient] of [
  ['ada@example.com', 'ada@example.com'],
  ['ada@käse.example', 'ada@xn--kse-qla.example'],
  ['ada@example.com,bob@example.com', '"ada@example.com,bob"@example.com'],
  ['ada@example.com\r\nRCPT TO:<bob@example.com>', '"ada@example.com RCPT TO: bob"@example.com'],
] as const)
  test(`an email to ${JSON.stringify(address)} has one recipient, and its bounces go to the sender`, async () => {
    const provider = await startProvider({})
    expect(await smtpTo(provider.port).submit({ ...mail, to: { name: '', address } })).toEqual(accepted)
    expect(provider.commands.slice(1)).toEqual([
      'MAIL FROM:<updates@tidings.example>',
      `RCPT TO:<${recipient}>`,
      'DATA',
    ])
  })
