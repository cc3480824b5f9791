import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { orderStatuses } from '../../server/src/order-status.ts'
import { settings as processSettings } from '../../server/test/harness/environment.ts'
import { startProcess } from '../../server/test/harness/process.ts'
import { startTcpProxy } from '../../server/test/harness/tcp-proxy.ts'
import { push } from '../../server/test/restore/push.ts'
import { until } from '../../server/test/support/simulator-client.ts'
import { createDatabase, createTestService } from '../../server/test/support/test-service.ts'
import { createCli } from './support/cli-process.ts'
import { runInProcess } from './support/run-in-process.ts'

const service = await createTestService()
const { operator, simulator, operatorToken } = service
const shop = await service.business({ name: 'Green Grocer', sms: 'on' })
const cli = createCli({ TIDINGS_URL: service.url, TIDINGS_OPERATOR_TOKEN: operatorToken })
const unknownId = 'biz_01M6DV79D3F5KXQ1N8W2R4T6YB'
const notFound = `tidings: There is no such business. [business.not_found]\n${service.url}/docs/errors/business.not_found\n`

describe('businesses', () => {
  test('create prints the keys this once, and they are valid', async () => {
    const created = await cli.run(['businesses', 'create', 'Blue Bakery', '--set', 'countries=GB,IE'])
    expect([created.code, created.stderr]).toEqual([
      0,
      'The keys are shown this once. Give them to the business by a safe way.\n',
    ])
    const key = /^Key +(td_live_\S+)$/m.exec(created.stdout)![1]!
    expect((await service.call('GET', '/api/v1/credits', { key })).status).toBe(200)
    const [found] = await cli.json(['businesses', 'list', '--query', 'bakery'])
    expect(found).toMatchObject({ name: 'Blue Bakery', countries: ['GB', 'IE'] })
  })
  test('list pages up to the limit, and a person gets a table', async () => {
    for (const index of [0, 1, 2]) await service.business({ name: `Limit ${index}` })
    const listed = await cli.json(['businesses', 'list', '--query', 'limit', '--limit', '2'])
    expect(listed.map(({ name }) => name)).toEqual(['Limit 2', 'Limit 1'])
    const { stdout } = await cli.run(['businesses', 'list', '--query', 'green'])
    expect(stdout).toMatch(/^ID +NAME +SIDE +PLAN +SMS +WHATSAPP +STATE\n/)
    expect(stdout).toMatch(new RegExp(`\n${shop.id} +Green Grocer +live `))
    expect(await cli.run(['businesses', 'list', '--query', 'no such'])).toEqual({
      code: 0,
      stdout: '',
      stderr: 'There is no business.\n',
    })
  })
  test('update changes what --set names, and show prints it', async () => {
    await cli.json(['businesses', 'update', shop.id, '--set', 'messages_per_day=5000', '--set', 'sending_paused=true'])
    const [shown] = await cli.json(['businesses', 'show', shop.id])
    expect(shown).toMatchObject({ messages_per_day: 5000, sending_paused: true, sms: 'on' })
    expect((await cli.run(['businesses', 'list', '--query', 'green'])).stdout).toMatch(/ paused\n$/)
    const changed = await cli.run(['businesses', 'update', shop.id, '--set', 'sending_paused=false'])
    expect(changed.stdout).toMatch(/^sending_paused +false$/m)
  })
  test('a setting that the service refuses ends with 1, and none at all with 2', async () => {
    const refused = await cli.run(['businesses', 'update', shop.id, '--set', 'sms=maybe'])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/^tidings: body\.sms: .* \[common\.validation_failed\]\n/)
    expect(await cli.run(['businesses', 'update', shop.id])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'tidings: There is nothing to change.\nGive a setting with --set name=value.\n',
    })
  })
  for (const args of [
    ['businesses', 'show', unknownId],
    ['businesses', 'update', unknownId, '--set', 'sms=on'],
    ['credits', 'grant', '5', '--business', unknownId, '--idempotency-key', 'unknown-1'],
    ['keys', 'list', '--business', unknownId],
    ['keys', 'create', '--business', unknownId],
  ])
    test(`${args.slice(0, 2).join(' ')} of an unknown business ends with 1 and the sentence`, async () => {
      const { code, stdout, stderr } = await cli.run(args)
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toBe(notFound)
    })
})

describe('credits grant', () => {
  const balance = async (): Promise<number> => (await shop.call('GET', '/api/v1/credits')).json.balance

  test('a grant whose response was lost is repeated with its key, and grants once', async () => {
    const { hostname, port } = new URL(service.url)
    const proxy = await startTcpProxy({ host: hostname, port: Number(port) })
    afterAll(proxy.stop)
    const before = await balance()
    proxy.dropResponses()
    const running = cli.start(['credits', 'grant', '500', '--business', shop.id, '--note', 'Invoice 1042', '--json'], {
      TIDINGS_URL: `http://127.0.0.1:${proxy.port}`,
    })
    await until('the grant', async () => (await balance()) === before + 500)
    proxy.cut()
    const { code, stdout } = await running.ended
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ balance: before + 500, idempotency_key: expect.stringMatching(/^cli-/) })
    expect(await balance()).toBe(before + 500)
  })
  test('the same key in a second command grants once, and a person reads how to repeat it', async () => {
    const before = await balance()
    const grant = ['credits', 'grant', '7', '--business', shop.id, '--idempotency-key', 'invoice-7']
    expect(await cli.run(grant)).toEqual(await cli.run(grant))
    expect(await balance()).toBe(before + 7)
    const proxy = await startTcpProxy({ host: '127.0.0.1', port: 9 })
    afterAll(proxy.stop)
    proxy.close()
    const { code, stderr } = await cli.run(grant, { env: { TIDINGS_URL: `http://127.0.0.1:${proxy.port}` } })
    expect(code).toBe(4)
    expect(stderr).toMatch(/^The outcome is unknown: repeat the command with --idempotency-key invoice-7\.\n/)
  })
  test('a negative amount corrects a grant, and 0 is wrong usage', async () => {
    const before = await balance()
    await cli.json(['credits', 'grant', '-7', '--business', shop.id])
    expect(await balance()).toBe(before - 7)
    expect((await cli.run(['credits', 'grant', '0', '--business', shop.id])).code).toBe(2)
  })
})

test('keys of a business are created with scopes, listed and revoked', async () => {
  const ofBusiness = ['--business', shop.id]
  const [key] = await cli.json(['keys', 'create', ...ofBusiness, '--name', 'checkout', '--scope', 'credits'])
  expect(key).toMatchObject({ name: 'checkout', scopes: ['credits'], key: expect.stringMatching(/^td_live_/) })
  const listed = await cli.json(['keys', 'list', ...ofBusiness])
  expect(listed.map(({ id }) => id)).toContain(key.id)
  expect((await cli.run(['keys', 'list', ...ofBusiness])).stdout).toMatch(
    new RegExp(`^${key.id} +checkout +\\S+ +credits +active`, 'm'),
  )
  expect((await cli.run(['keys', 'revoke', key.id, ...ofBusiness])).stdout).toBe(`Revoked ${key.id}.\n`)
  expect((await cli.json(['keys', 'list', ...ofBusiness])).map(({ id }) => id)).not.toContain(key.id)
  expect((await service.call('GET', '/api/v1/credits', { key: key.key })).status).toBe(401)
})

describe('prices', () => {
  test('set changes only what is given', async () => {
    const [before] = await cli.json(['prices', 'set', 'fr', '--credits', '2', '--open'])
    expect(before).toEqual({ ...before, country: 'FR', credits: 2, open: true })
    expect((await cli.json(['prices', 'set', 'FR', '--close']))[0]).toMatchObject({ credits: 2, open: false })
    expect((await cli.json(['prices', 'set', 'FR', '--credits', '3']))[0]).toMatchObject({ credits: 3, open: false })
  })
  test('list has every country of all pages, and filters', async () => {
    const [all, open, closed] = await Promise.all(
      [[], ['--open'], ['--closed']].map((filter) => cli.json(['prices', 'list', ...filter])),
    )
    expect(all!.length).toBeGreaterThan(100)
    expect(closed!.map(({ country }) => country)).toContain('FR')
    expect(open!.every((price) => price.open)).toBe(true)
    expect(open!.length + closed!.length).toBe(all!.length)
  })
  test('an unknown country ends with 1, and no change with 2', async () => {
    const { code, stderr } = await cli.run(['prices', 'set', 'XX', '--open'])
    expect(code).toBe(1)
    expect(stderr).toContain('tidings: There is no such sms price. [sms_price.not_found]\n')
    expect((await cli.run(['prices', 'set', 'FR'])).code).toBe(2)
    expect((await cli.run(['prices', 'set', 'FR', '--open', '--close'])).code).toBe(2)
  })
})

test('templates sync creates the templates; one that the platform refuses ends with 5', async () => {
  await simulator.template('order_delayed', 'refused')
  const refused = await cli.run(['templates', 'sync'])
  expect([refused.code, refused.stderr]).toEqual([
    5,
    `tidings: The platform refused 1 of ${orderStatuses.length} templates.\nCorrect them at the platform, and repeat the command.\n`,
  ])
  expect(refused.stdout).toMatch(/^order_delayed +failed +in_review /m)
  await simulator.template('order_delayed', 'APPROVED')
  const synced = await cli.json(['templates', 'sync'])
  expect(synced.filter(({ action }) => action === 'created').map(({ name }) => name)).toEqual(['order_delayed'])
  expect(await cli.json(['templates', 'list'])).toEqual(
    expect.arrayContaining(
      orderStatuses.map((status) => expect.objectContaining({ order_status: status, state: 'approved' })),
    ),
  )
})

test('sending is paused with a note, accepts pushes, and is released', async () => {
  const paused = await cli.run(['sending', 'hold', 'The provider refuses our number'])
  expect([paused.code, paused.stderr]).toEqual([
    0,
    'Workers stop within about two seconds. Resume with: tidings sending release\n',
  ])
  expect(paused.stdout).toMatch(/^Sending +paused\nReason +operator\nNote +The provider refuses our number\n/)
  await until('the workers to stop', async () =>
    (await (await fetch(`${service.url}/metrics`)).text()).includes('tidings_sending_paused{reason="operator"} 1'),
  )
  const message = await push(shop)
  expect((await cli.json(['sending', 'status']))[0]).toMatchObject({ sending: 'paused', reason: 'operator' })
  expect(await simulator.outbox({ message_id: message })).toEqual([])
  expect((await cli.run(['sending', 'release'])).stdout).toMatch(/^Sending +on\n[^]*^Abandoned +0$/m)
  await simulator.waitForEmail(message)
  expect((await cli.json(['sending', 'status']))[0]).toMatchObject({ sending: 'on', note: null })
  expect((await cli.run(['sending', 'release', '--due-work', 'both'])).code).toBe(2)
})

test('audit lists the changes of an operator, an action and a business', async () => {
  const { token } = (await operator('POST', '/operators', { name: 'Grace', role: 'finance' })).json
  const other = await service.business()
  for (const { id } of [shop, other])
    await cli.run(['credits', 'grant', '3', '--business', id], { env: { TIDINGS_OPERATOR_TOKEN: token } })
  const targets = async (...filter: string[]): Promise<string[]> =>
    (await cli.json(['audit', '--operator', 'Grace', ...filter])).map(
      ({ action, business_id: id }) => `${action} ${id}`,
    )
  expect(await targets()).toEqual([`grantCredits ${other.id}`, `grantCredits ${shop.id}`])
  expect(await targets('--business', shop.id)).toEqual([`grantCredits ${shop.id}`])
  expect(await targets('--limit', '1')).toEqual([`grantCredits ${other.id}`])
  expect(await targets('--action', 'holdSending')).toEqual([])
  const { stdout } = await cli.run(['audit', '--operator', 'Grace', '--business', shop.id])
  expect(stdout).toMatch(/^AT +OPERATOR +ACTION +BUSINESS +TARGET +AFTER\n[-\d]+ [:\d]+ +Grace +grantCredits +biz_/)
  expect((await cli.run(['audit', '--action', 'nothing'])).code).toBe(1)
})

test('an operator may only do what the role permits', async () => {
  const { token } = (await operator('POST', '/operators', { name: 'Ada', role: 'support' })).json
  const { code } = await cli.run(['credits', 'grant', '3', '--business', shop.id], {
    env: { TIDINGS_OPERATOR_TOKEN: token },
  })
  expect(code).toBe(3)
})

test('notices lists what needs attention, by kind and business', async () => {
  const small = await service.business({ messages_per_day: 1 })
  await push(small)
  const notices = (...filter: string[]) => cli.json(['notices', '--business', small.id, ...filter])
  const [notice] = await until('the notice', async () => {
    const found = await notices('--kind', 'quota_reached')
    return found.length > 0 && found
  })
  expect(notice).toMatchObject({ kind: 'quota_reached', business_id: small.id, detail: { used: 1, limit: 1 } })
  expect(await notices('--kind', 'sending_paused')).toEqual([])
  expect((await cli.run(['notices', '--business', small.id])).stdout).toMatch(/^AT +KIND +BUSINESS +DETAIL\n/)
})

test('messages why --operator explains a message of any business', async () => {
  const id = await push(shop, { recipient_email: `${randomUUID()}@example.com` })
  await simulator.waitForEmail(id)
  const why = await until('the outcome', async () => {
    const { code, stdout } = await cli.run(['messages', 'why', id, '--operator'])
    return code === 0 && stdout.includes('Did the customer get it? Yes') && stdout
  })
  expect(why).toMatch(/^Your order to /)
  expect((await cli.json(['messages', 'why', id, '--operator']))[0]).toMatchObject({ kind: 'pushed' })
  const unknown = await cli.run(['messages', 'why', 'msg_01M7QBB17PET3BDM107EJ4DNTC', '--operator'])
  expect([unknown.code, unknown.stdout]).toEqual([1, ''])
  expect(unknown.stderr).toContain('[message.not_found]')
})

describe('doctor', () => {
  const settings = { DATABASE_URL: service.databaseUrl, PORT: 'abc' }

  test('a wrong setting ends with 1 and says what to change', async () => {
    const { code, stdout, stderr } = await cli.run(['doctor'], { env: settings })
    expect([code, stderr]).toEqual([
      1,
      'tidings: The doctor found problems.\nDo what the lines with an arrow say, and run it again.\n',
    ])
    expect(stdout).toMatch(/^problem +configuration +PORT is not valid\n +→ Set PORT to a port number, 0 for any\.$/m)
    expect(stdout).not.toContain('DATABASE_URL is not')
  })
  test('with --json the report and the error are one line each', async () => {
    const { code, stdout, stderr } = await cli.run(['doctor', '--json'], { env: settings })
    expect(code).toBe(1)
    expect(stdout.split('\n')).toEqual([expect.any(String), ''])
    const report = JSON.parse(stdout)
    expect(report.checks).toContainEqual({
      check: 'configuration',
      status: 'problem',
      found: 'PORT is not valid',
      advice: 'Set PORT to a port number, 0 for any.',
    })
    expect(report.problems).toBe(report.checks.filter(({ status }: { status: string }) => status === 'problem').length)
    expect(JSON.parse(stderr).error).toMatchObject({ message: 'The doctor found problems.' })
  })
  test('a folder without the service is wrong usage', async () => {
    const { code, stderr } = await cli.run(['doctor', '--release', cli.home])
    expect([code, stderr]).toEqual([
      2,
      `tidings: ${cli.home} is not a release of the service.\nGive its folder with --release.\n`,
    ])
  })
})

describe('without an operator token', () => {
  const commands = [
    ['businesses', 'list'],
    ['credits', 'grant', '5', '--business', shop.id],
    ['keys', 'list', '--business', shop.id],
    ['prices', 'list'],
    ['templates', 'sync'],
    ['sending', 'status'],
    ['audit'],
    ['notices'],
    ['messages', 'why', 'msg_01M7QBB17PET3BDM107EJ4DNTC', '--operator'],
  ]
  const env = { TIDINGS_URL: service.url, TIDINGS_API_KEY: shop.key }
  const unsigned = createCli(env)
  const refusal = {
    code: 3,
    stdout: '',
    stderr:
      'tidings: Not signed in: there is no operator token.\nSign in with tidings login --operator, or set TIDINGS_URL and TIDINGS_OPERATOR_TOKEN.\n',
  }
  for (const args of commands)
    test(`${args.slice(0, 2).join(' ')} ends with 3 and says how to sign in`, async () => {
      expect(await runInProcess(args, { env })).toEqual(refusal)
    })
  test('so does the process', async () => {
    expect(await unsigned.run(['sending', 'status'])).toEqual(refusal)
  })
  test('a wrong token ends with 3', async () => {
    const { code } = await unsigned.run(['sending', 'status'], { env: { TIDINGS_OPERATOR_TOKEN: 'wrong' } })
    expect(code).toBe(3)
  })
})

test('with ADMIN_PORT the address of the admin port is that of the operator, in TIDINGS_URL, --url and a profile', async () => {
  const { lines, url, kill } = await startProcess({
    environment: { DATABASE_URL: await createDatabase(), ADMIN_PORT: '0' },
  })
  onTestFinished(kill)
  const adminUrl = String(lines.find(({ msg }) => msg === 'started')!['admin_url'])
  const token = processSettings.OPERATOR_TOKEN
  const own = createCli({ TIDINGS_URL: adminUrl, TIDINGS_OPERATOR_TOKEN: token })
  expect((await own.run(['businesses', 'create', 'Blue Bakery'])).code).toBe(0)
  const list = ['businesses', 'list']
  expect((await own.run([...list, '--url', url])).stderr).toContain('responded with 404. [common.not_found]')
  const signedIn = createCli({})
  expect((await signedIn.run(['login', '--operator', '--url', adminUrl], { input: `${token}\n` })).code).toBe(0)
  expect((await signedIn.run(list)).stdout).toContain('Blue Bakery')
})
