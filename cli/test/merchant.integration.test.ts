import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freePort } from '../../server/dev/free-port.ts'
import { until } from '../../server/test/support/simulator-client.ts'
import { createTestService } from '../../server/test/support/test-service.ts'
import { createCli } from './support/cli-process.ts'

const service = await createTestService()
const { live, test: shop } = await service.sides()
const cli = createCli({ TIDINGS_URL: service.url, TIDINGS_API_KEY: shop.key })
const order = ['--subject', 'A-1 has shipped', '--body', 'On its way.', '--reference', 'A-1', '--status', 'shipped']
const push = async (email: string, ...more: string[]) => (await cli.json(['push', '--to', email, ...order, ...more]))[0]

describe('signing in', () => {
  const unsigned = createCli({})
  const login = (key: string, ...options: string[]) =>
    unsigned.run(['login', '--url', service.url, ...options], { input: `${key}\n` })
  const path = join(unsigned.home, '.config/tidings/profiles.json')

  test('a command without a key says how to sign in', async () => {
    expect(await unsigned.run(['credits'])).toEqual({
      code: 3,
      stdout: '',
      stderr:
        'tidings: Not signed in: there is no API key.\nSign in with tidings login, or set TIDINGS_URL and TIDINGS_API_KEY.\n',
    })
  })
  test('login reads the key from standard input and stores it for the user alone, in a profile for each side', async () => {
    expect((await login(live.key)).code).toBe(0)
    const { code, stdout } = await login(shop.key)
    expect([code, stdout]).toEqual([0, `Signed in to ${service.url} with the profile test. It is stored in ${path}.\n`])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      current: 'test',
      profiles: { live: { url: service.url, api_key: live.key }, test: { url: service.url, api_key: shop.key } },
    })
  })
  test('the profile is selected by --profile, and the environment has precedence over the current one', async () => {
    const sideOf = async (args: string[], env = {}) =>
      JSON.parse((await unsigned.run(['whoami', '--json', ...args], { env })).stdout)
    expect(await sideOf([])).toMatchObject({ side: 'test', profile: 'test', source: 'profile', credits: 1000 })
    expect(await sideOf(['--profile', 'live'])).toMatchObject({ side: 'live', profile: 'live' })
    const environment = { TIDINGS_URL: service.url, TIDINGS_API_KEY: live.key }
    expect(await sideOf([], environment)).toMatchObject({ side: 'live', profile: null, source: 'environment' })
  })
  test('a key that the service refuses is not stored', async () => {
    const { code, stderr } = await login(`${shop.key.slice(0, -4)}0000`, '--profile', 'broken')
    expect([code, stderr]).toEqual([
      3,
      `tidings: The checksum of the API key does not match: the key is mistyped or cut off. [business.invalid_api_key]\n${service.url}/docs/errors/business.invalid_api_key\n`,
    ])
    expect(readFileSync(path, 'utf8')).not.toContain('broken')
  })
  test('what is not a key, and an address without encryption, are refused', async () => {
    expect((await login('hello')).stderr).toBe(
      'tidings: This is not an API key: one begins with td_live_ or td_test_.\n',
    )
    const { code, stderr } = await unsigned.run(['login', '--url', 'http://updates.example.com'], { input: shop.key })
    expect([code, stderr]).toEqual([
      2,
      'tidings: http://updates.example.com would send the key unencrypted: use https.\n',
    ])
  })
  test('no output and no argument contains the key', async () => {
    const { stdout, stderr } = await login(shop.key)
    expect(`${stdout}${stderr}${(await unsigned.run(['whoami'])).stdout}`).not.toContain(shop.key)
    expect((await unsigned.run(['login', '--key', shop.key])).code).toBe(2)
  })
  test('profiles lists and changes them, logout deletes them', async () => {
    const list = async (...args: string[]) =>
      (await unsigned.run(['profiles', ...args, '--json'])).stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    expect(await list('--use', 'live')).toEqual([
      { name: 'live', url: service.url, side: 'live', operator: false, current: true },
      { name: 'test', url: service.url, side: 'test', operator: false, current: false },
    ])
    expect((await unsigned.run(['logout'])).stdout).toBe('Deleted live. The profile is now test.\n')
    expect((await unsigned.run(['logout', '--all'])).stdout).toBe('Deleted test.\n')
    expect((await unsigned.run(['logout'])).code).toBe(3)
  })
})

describe('messages', () => {
  test('push sends options or a file, and an idempotency key makes it repeatable', async () => {
    const path = join(cli.home, 'push.json')
    writeFileSync(path, JSON.stringify({ recipient_email: 'file@example.com', subject: 'From a file', body: 'Hello' }))
    const command = ['push', '--file', path, '--subject', 'Changed', '--idempotency-key', 'cli-1']
    const [first] = await cli.json(command)
    expect(first).toMatchObject({ recipient_email: 'file@example.com', subject: 'Changed', created: true })
    expect(await cli.json(command)).toEqual([first])
    const input = JSON.stringify({ recipient_email: 'input@example.com', subject: 'From input', body: 'Hello' })
    const { stdout } = await cli.run(['push', '--file', '-', '--json'], { input })
    expect(JSON.parse(stdout)).toMatchObject({ recipient_email: 'input@example.com' })
  })
  test('list filters, show prints a message, and why says whether the customer got it', async () => {
    const { id } = await push('mary@example.com', '--phone', '+447700900002', '--channel', 'sms')
    await until(
      'the outcome',
      async () => (await cli.json(['messages', 'show', id]))[0].delivery.sms.state === 'failed',
    )
    expect((await cli.json(['messages', 'list', '--to', 'mary@example.com'])).map((item) => item.id)).toEqual([id])
    const shown = await cli.run(['messages', 'show', id])
    expect(shown.stdout).toContain('Subject       A-1 has shipped\n')
    const why = await cli.run(['messages', 'why', id])
    expect(why.code).toBe(0)
    expect(why.stdout).toContain('Did the customer get it? Yes: the mailbox provider accepted the email at ')
    expect(why.stdout).toContain('the delivery of the text is not confirmed (sms.carrier_failed).')
    expect(why.stdout).toContain('The text could not be delivered.')
    const entries = await cli.json(['messages', 'why', id])
    expect(entries[0]).toMatchObject({ kind: 'pushed', channel: null, sentence: expect.any(String) })
  })
  test('preview shows what a push would do, and stores nothing', async () => {
    const args = ['preview', '--to', 'new@example.com', '--phone', '+447700900181', '--channel', 'sms', ...order]
    const [preview] = await cli.json(args)
    expect(preview).toMatchObject({ created: true, credits: 1, sms: { outcome: 'queued' } })
    expect((await cli.run(args)).stdout).toMatch(
      /\nSMS {2}queued, at .*, 1 credit\nIt is sent at once\.\n {2}\| .*A-1 has shipped/,
    )
    expect(await cli.json(['messages', 'list', '--to', 'new@example.com'])).toEqual([])
  })
})

describe('other commands', () => {
  test('clock advance moves the clock, and the outbox has what was sent', async () => {
    const { id } = await push(
      'later@example.com',
      '--phone',
      '+447700900182',
      '--channel',
      'sms',
      '--escalate-after',
      '60',
    )
    const [before] = await cli.json(['clock', 'advance', '0'])
    const [after] = await cli.json(['clock', 'advance', '1h1m'])
    expect(Date.parse(after.now) - Date.parse(before.now)).toBeGreaterThanOrEqual(3_660_000)
    const [sent] = await cli.json(['outbox', '--channel', 'sms', '--message', id])
    expect(sent).toMatchObject({ channel: 'sms', to: '+447700900182' })
  })
  test('keys are created with scopes, listed and revoked', async () => {
    const [key] = await cli.json([
      'keys',
      'create',
      '--name',
      'checkout',
      '--scope',
      'messages:write',
      '--scope',
      'credits',
    ])
    expect(key).toMatchObject({
      name: 'checkout',
      scopes: ['messages:write', 'credits'],
      key: expect.stringMatching(/^td_test_/),
    })
    const refused = await cli.run(['keys', 'list'], { env: { TIDINGS_API_KEY: key.key } })
    expect(refused.code).toBe(3)
    expect(refused.stderr).toContain('The key lacks the scope keys, which this operation needs. [')
    expect((await cli.run(['keys', 'revoke', key.id])).stdout).toBe(`Revoked ${key.id}.\n`)
    expect((await cli.json(['keys', 'list'])).map(({ id }) => id)).not.toContain(key.id)
  })
  test('webhook endpoints are created, tested, rotated, enabled, listed and deleted', async () => {
    const receiver = await service.simulator.receiver('ok')
    const [endpoint] = await cli.json(['webhooks', 'create', receiver.url, '--type', 'message.bounced'])
    expect(endpoint).toMatchObject({ url: receiver.url, event_types: ['message.bounced'] })
    expect((await cli.json(['webhooks', 'test', endpoint.id]))[0]).toMatchObject({ delivered: true })
    const [rotated] = await cli.json(['webhooks', 'rotate-secret', endpoint.id])
    expect(rotated.secret).not.toBe(endpoint.secret)
    expect((await cli.json(['webhooks', 'enable', endpoint.id]))[0].disabled).toBe(false)
    const [event] = await cli.json(['trigger', 'message.bounced'])
    expect(await cli.json(['events', 'redeliver', event.id])).toEqual([{ deliveries: 1 }])
    const missed = await cli.json(['webhooks', 'redeliver', endpoint.id, '--since', '1h'])
    expect(missed).toEqual([{ deliveries: 0, examined: expect.any(Number) }])
    expect((await cli.json(['webhooks', 'deliveries', endpoint.id])).map(({ event_id: id }) => id)).toContain(event.id)
    expect((await cli.json(['webhooks', 'list'])).map(({ id }) => id)).toEqual([endpoint.id])
    expect((await cli.run(['webhooks', 'delete', endpoint.id])).code).toBe(0)
  })
  test('a ping that an endpoint refuses ends with 1', async () => {
    const receiver = await service.simulator.receiver('fail')
    const [endpoint] = await cli.json(['webhooks', 'create', receiver.url])
    const { code, stderr } = await cli.run(['webhooks', 'test', endpoint.id])
    expect([code, stderr]).toEqual([1, 'tidings: The endpoint did not accept the ping.\n'])
  })
  test('events tail prints the newest at the bottom, and follows', async () => {
    const following = cli.start([
      'events',
      'tail',
      '--follow',
      '--type',
      'message.complained',
      '--json',
      '--limit',
      '0',
    ])
    // Without an earlier event it prints nothing, so events are triggered until one arrives.
    await until('an event', async () => {
      await cli.run(['trigger', 'message.complained'])
      return following.stdout() !== ''
    })
    following.child.kill('SIGINT')
    const { code, stdout } = await following.ended
    expect(code).toBe(130)
    expect(JSON.parse(stdout.split('\n')[0]!).type).toBe('message.complained')
    const newest = await cli.json(['events', 'tail', '--limit', '2'])
    expect(newest).toHaveLength(2)
    expect(newest[0].occurred_at <= newest[1].occurred_at).toBe(true)
  })
  test('recipients erase asks on a terminal, and needs --yes without one', async () => {
    await push('erase@example.com')
    const { code, stderr } = await cli.run(['recipients', 'erase', 'erase@example.com'])
    expect([code, stderr]).toEqual([2, 'tidings: An erasure without a terminal needs --yes.\nIt cannot be reversed.\n'])
    const [report] = await cli.json(['recipients', 'erase', 'erase@example.com', '--yes'])
    expect(report.deleted).toMatchObject({ messages: 1, recipients: 1 })
  })
})

describe('errors', () => {
  test('a refusal is the sentence, the code and the page', async () => {
    expect(await cli.run(['push', '--to', 'not-an-address', ...order])).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^tidings: body\.recipient_email: .* \[common\.validation_failed\]\nhttp.*\/docs\/errors\/common\.validation_failed\n$/,
      ),
    })
  })
  test('with --json it is one line of JSON', async () => {
    const { code, stderr } = await cli.run(['messages', 'show', 'msg_unknown', '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: 'message.not_found',
        message: expect.any(String),
        advice: `${service.url}/docs/errors/message.not_found`,
        status: 404,
        request_id: expect.any(String),
      },
    })
  })
  test('a service that is not reachable ends with 4', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const { code, stderr } = await cli.run(['credits'], { env: { TIDINGS_URL: url } })
    expect([code, stderr]).toEqual([
      4,
      `tidings: ${url} is not reachable (ECONNREFUSED).\nCheck the address, which is that of TIDINGS_URL, --url or tidings login.\n`,
    ])
  })
  test('Ctrl-C ends with 130', async () => {
    const running = cli.start(['events', 'tail', '--follow'])
    await until('the process', async () => running.stdout() !== '')
    running.child.kill('SIGINT')
    expect((await running.ended).code).toBe(130)
  })
  test('output into a pipe that closes early is no error', async () => {
    const running = cli.start(['--help'])
    running.child.stdout.destroy()
    expect((await running.ended).stderr).toBe('')
  })
})
