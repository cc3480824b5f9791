import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { createDatabase } from './support/test-service.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'tidings-readme-'))
chmodSync(folder, 0o755)
const service = spawn('npm', ['run', '--silent', 'dev', '--', '--json', '--port', '0', '--simulator-port', '0'], {
  cwd: root,
  env: { ...process.env, DATABASE_URL: await createDatabase(), TIDINGS_HOME: join(folder, '.tidings') },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [line] = (await once(createInterface({ input: service.stdout }), 'line')) as [string]
const ready = JSON.parse(line) as Record<string, string>
afterAll(async () => {
  const ended = once(service, 'exit')
  service.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
})

test('the ready line has what a program needs', () => {
  expect(ready).toEqual({
    event: 'ready',
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    simulator_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    operator_token: expect.any(String),
    business_id: expect.stringMatching(/^biz_/),
    api_key: expect.stringMatching(/^td_test_/),
    database_url: expect.stringMatching(/^postgres:/),
  })
})

test('the curl of the README works as pasted', async () => {
  const blocks = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].map(
    ([, block]) => block!,
  )
  const pasted = blocks.find((block) => block.includes('/api/v1/'))!
  const here = pasted.replace('http://127.0.0.1:3000', ready['url']!)
  expect(here).not.toBe(pasted)
  const { stdout } = await promisify(execFile)('sh', ['-euc', here], { cwd: folder })
  const first = JSON.parse(stdout) as Record<string, unknown>
  expect(first).toMatchObject({
    recipient_email: 'ada@example.com',
    created: true,
    nudged: true,
    email: { sending: true },
  })
  const again = await promisify(execFile)('sh', ['-euc', here], { cwd: folder })
  expect(again.stdout).toBe(stdout)
})

test('the simulator shows its page', async () => {
  expect((await fetch(ready['simulator_url']!)).status).toBe(200)
})
