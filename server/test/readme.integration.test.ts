import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { type MessageItem, Tidings } from '@tidings/client'
import { afterAll, expect, test } from 'vitest'
import { merchantOperations } from '../src/http/operations.ts'
import { followSteps, pastedSteps } from './documents/pasted-steps.ts'
import { createDatabase } from './support/test-service.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'tidings-readme-'))
chmodSync(folder, 0o755)
const service = spawn('npm', ['run', '--silent', 'dev', '--', '--json', '--port', '0', '--simulator-port', '0'], {
  cwd: root,
  env: { ...process.env, DATABASE_URL: await createDatabase(), TIDINGS_HOME: join(folder, '.tidings') },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const exited = once(service, 'exit').then(() => Promise.reject(new Error('npm run dev exited before it was ready')))
const [line] = (await Promise.race([once(createInterface({ input: service.stdout }), 'line'), exited])) as [string]
exited.catch(() => undefined)
const ready = JSON.parse(line) as Record<string, string>
afterAll(async () => {
  const ended = once(service, 'exit')
  service.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
})

test('the ready line has the addresses and credentials that a program needs', () => {
  expect(ready).toEqual({
    event: 'ready',
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    simulator_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    operator_token: expect.any(String),
    business_id: expect.stringMatching(/^biz_/),
    api_key: expect.stringMatching(/^td_live_/),
    test_api_key: expect.stringMatching(/^td_test_/),
    database_url: expect.stringMatching(/^postgres:/),
    dashboard_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/dashboard\/sign-in\/link\/[\w-]{43}$/),
  })
})

test('the link to the dashboard signs in the owner of the demo shop, once, in any browser', async () => {
  const press = () =>
    fetch(ready['dashboard_url']!, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: '',
    })
  const [first, second] = [await press(), await press()]
  expect([first.status, first.headers.get('location'), second.status]).toEqual([303, '/dashboard', 200])
  const home = await fetch(`${ready['url']}/dashboard`, {
    redirect: 'manual',
    headers: { Cookie: first.headers.get('set-cookie')!.split(';')[0]! },
  })
  expect(home.headers.get('location')).toMatch(/^\/dashboard\/[\w-]{24}\/messages$/)
})

test('the demo business and its test side each have 1,000 credits, and their keys are in files', async () => {
  for (const name of ['api_key', 'test_api_key']) {
    expect(readFileSync(join(folder, '.tidings', name), 'utf8')).toBe(ready[name])
    const headers = { Authorization: `Bearer ${ready[name]}` }
    const response = await fetch(`${ready['url']}/api/v1/credits`, { headers })
    expect(await response.json()).toMatchObject({ balance: 1000 })
  }
})

test('the curl command of the README works when pasted, and its replay prints the same', async () => {
  const blocks = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].map(
    ([, block]) => block!,
  )
  const pasted = blocks.find((block) => block.includes('/api/v1/'))!
  const command = pasted.replace('http://127.0.0.1:3000', ready['url']!)
  expect(command).not.toBe(pasted)
  const { stdout } = await promisify(execFile)('sh', ['-euc', command], { cwd: folder })
  const first = JSON.parse(stdout) as Record<string, unknown>
  expect(first).toMatchObject({
    recipient_email: 'ada@example.com',
    created: true,
    nudged: true,
    email: { sending: true },
  })
  const replay = await promisify(execFile)('sh', ['-euc', command], { cwd: folder })
  expect(replay.stdout).toBe(stdout)
})

test('the quick start works as pasted, from a push to a text that was skipped and fixed', async () => {
  const markdown = readFileSync(join(root, 'docs/quick-start.md'), 'utf8')
    .replace('http://127.0.0.1:3000\n', `${ready['url']}\n`)
    .replace('http://127.0.0.1:3001\n', `${ready['simulator_url']}\n`)
  const [, ...steps] = pastedSteps(markdown)
  expect(steps.length).toBeGreaterThan(7)
  expect(await followSteps(steps, { folder })).toEqual([])
})

const guides = readdirSync(join(root, 'docs/guides')).filter((file) => file.endsWith('.md'))
const exampleGuides = guides
  .map((file) => ({ file, steps: pastedSteps(readFileSync(join(root, 'docs/guides', file), 'utf8')) }))
  // A guide that starts a production process is for the operator. .ci/client follows those that use the packages.
  .filter(({ steps }) => steps.length > 0 && !steps.some(({ command }) => command.includes('npm start')))
  .filter(({ file }) => !['client.md', 'command-line.md'].includes(file))
test('the guides for merchants have examples to paste', () => {
  expect(exampleGuides.map(({ file }) => file)).toEqual([
    'consent-and-stops.md',
    'erasure.md',
    'escalation-and-fallback.md',
    'going-live.md',
    'idempotency-and-retries.md',
    'moving-from-transactional-mail.md',
    'preview.md',
    'pushing-well.md',
    'test-mode.md',
  ])
})
for (const { file, steps } of exampleGuides)
  test(`the examples of docs/guides/${file} work as pasted with the key of a test side`, async () => {
    const environment = { TIDINGS_URL: ready['url']!, TIDINGS_API_KEY: ready['test_api_key']! }
    expect(await followSteps(steps, { folder, environment })).toEqual([])
  })

test('the simulator serves its page', async () => {
  expect((await fetch(ready['simulator_url']!)).status).toBe(200)
})

/** Two runs, on a machine that runs other tests at the same time. */
const seedTimeoutMilliseconds = 300_000
test(
  '`npm run seed` fills the demo business with a month of orders of every outcome, and a second run adds nothing',
  async () => {
    const seed = () =>
      promisify(execFile)('npm', ['run', '--silent', 'seed'], {
        cwd: root,
        env: { ...process.env, TIDINGS_HOME: join(folder, '.tidings') },
      })
    const shop = new Tidings({ apiKey: ready['api_key']!, url: ready['url']! })
    const listed = async () => {
      const items: MessageItem[] = []
      for await (const item of shop.messages.list({ limit: 100 })) items.push(item)
      return items
    }
    expect((await seed()).stdout).toContain('247 orders of 117 recipients')
    const before = await listed()
    const first = before.filter(({ reference }) => /^(A-20\d{3}|B-\d{4})$/.test(reference ?? ''))

    const ageDays = ({ created_at }: { created_at: string }): number =>
      (Date.now() - Date.parse(created_at)) / 86_400_000
    expect(new Set(first.map((message) => Math.floor(ageDays(message)))).size).toBeGreaterThan(27)
    expect(Math.max(...first.map(ageDays))).toBeLessThan(31)
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set(['active', 'obsolete', 'retracted']))
    expect(new Set(first.map(({ kind }) => kind))).toEqual(new Set(['one_off', 'updateable']))
    expect(first.some(({ delivery }) => delivery.opened)).toBe(true)
    expect(new Set(first.map(({ delivery }) => delivery.email?.state))).toEqual(
      new Set(['delivered', 'bounced', 'failed', 'retrying', 'scheduled', 'skipped']),
    )
    const namesOf = (channel: 'sms' | 'whatsapp'): Set<string | null | undefined> =>
      new Set(first.flatMap(({ delivery: { [channel]: one } }) => [one?.state, one?.skipped_reason, one?.error_code]))
    for (const name of [
      'delivered',
      'failed',
      'rejected',
      'queued',
      'insufficient_credit',
      'stopped',
      'no_phone',
      'country_not_allowed',
      'phone_conflict',
      'sms.submit_outcome_unknown',
    ])
      expect(namesOf('sms')).toContain(name)
    for (const name of ['read', 'delivered', 'whatsapp.platform_failed', 'not_opted_in', 'stopped'])
      expect(namesOf('whatsapp')).toContain(name)

    await seed()
    expect((await listed()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  },
  seedTimeoutMilliseconds,
)

const hasTestOperations = merchantOperations.some(({ path }) => path === '/api/v1/test/outbox')
test.runIf(hasTestOperations)(
  'the example test of a merchant passes with the test key of the demo business',
  async () => {
    const receivers = `${ready['simulator_url']}/receivers`
    const response = await fetch(receivers, { method: 'POST', body: JSON.stringify({ behaviour: 'ok' }) })
    const receiver = (await response.json()) as { id: string; url: string }
    const program = join(root, 'docs/guides/examples/test-mode.test.ts')
    const { stdout } = await promisify(execFile)(process.execPath, ['--test', program], {
      env: {
        TIDINGS_URL: ready['url'],
        TIDINGS_TEST_KEY: ready['test_api_key'],
        RECEIVER_URL: receiver.url,
        DELIVERIES_URL: `${receivers}/${receiver.id}/deliveries`,
      },
    })
    expect(stdout).toMatch(/pass 2\n/)
  },
)
