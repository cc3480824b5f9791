import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
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
  })
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

test('`npm run seed` fills the demo business, and a second run adds nothing', async () => {
  const seed = () =>
    promisify(execFile)('npm', ['run', '--silent', 'seed'], {
      cwd: root,
      env: { ...process.env, TIDINGS_HOME: join(folder, '.tidings') },
    })
  type Listed = { id: string; reference: string; delivery: { opened: boolean } }
  const listed = async (): Promise<Listed[]> => {
    const headers = { Authorization: `Bearer ${ready['api_key']}` }
    const response = await fetch(`${ready['url']}/api/v1/messages?limit=100`, { headers })
    return ((await response.json()) as { items: Listed[] }).items
  }
  expect((await seed()).stdout).toContain('28 orders of 20 recipients')
  const first = await listed()
  expect(first.some(({ delivery }) => delivery.opened)).toBe(true)
  expect(first.map(({ reference }) => reference)).toContain('B-2012')
  await seed()
  expect((await listed()).map(({ id }) => id)).toEqual(first.map(({ id }) => id))
})

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
