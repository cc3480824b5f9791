import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestService } from '../../server/test/support/test-service.ts'
import { startInTerminal } from '../dev/start-in-terminal.ts'
import { createCli } from './support/cli-process.ts'

const service = await createTestService()
const { test: shop } = await service.sides()
const cli = createCli({ TIDINGS_URL: service.url, TIDINGS_API_KEY: shop.key })
const home = mkdtempSync(join(tmpdir(), 'tidings-terminal-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const surroundings = { PATH: process.env['PATH'], HOME: home, TERM: 'xterm', NO_COLOR: '1' }
const start = (args: string[], env: Record<string, string> = {}) => startInTerminal(args, { ...surroundings, ...env })

describe('login asks for the key', () => {
  const profiles = join(home, '.config/tidings/profiles.json')
  const login = async (typed: string) => {
    const terminal = start(['login', '--url', service.url])
    await terminal.untilShown('API key: ')
    terminal.child.stdin.write(typed)
    return { code: await terminal.ended, shown: terminal.shown() }
  }

  test('Ctrl-C ends it and stores nothing', async () => {
    const { code, shown } = await login('td_test_\u0003')
    expect([code, shown]).toEqual([130, 'API key: \ntidings: Interrupted.\n'])
    expect(existsSync(profiles)).toBe(false)
  })
  test('what is typed is not shown, and can be corrected', async () => {
    const { code, shown } = await login(`${shop.key}x\u007f\r`)
    expect([code, shown]).toEqual([
      0,
      `API key: \nSigned in to ${service.url} with the profile test. It is stored in ${profiles}.\n`,
    ])
    expect(JSON.parse(readFileSync(profiles, 'utf8')).profiles.test.api_key).toBe(shop.key)
  })
})

describe('recipients erase asks first', () => {
  const subjectsOf = async (email: string): Promise<string[]> =>
    (await cli.json(['messages', 'list', '--to', email])).map(({ subject }) => subject)
  const erase = async (email: string, typed: string) => {
    await cli.json(['push', '--to', email, '--subject', 'A-1 has shipped', '--body', 'On its way.'])
    const terminal = start(['recipients', 'erase', email], { TIDINGS_URL: service.url, TIDINGS_API_KEY: shop.key })
    await terminal.untilShown(`Erase ${email} at ${service.url}? This cannot be reversed. [y/N] `)
    terminal.child.stdin.write(typed)
    const code = await terminal.ended
    return { code, shown: terminal.shown(), subjects: await subjectsOf(email) }
  }

  for (const [what, typed, expectedCode] of [
    ['no', 'n\r', 1],
    ['Enter alone', '\r', 1],
    ['another word', 'yesterday\r', 1],
    ['Ctrl-D', '\u0004', 1],
    ['Ctrl-C', '\u0003', 130],
  ] as const)
    test(`${what} erases nothing and ends with ${expectedCode}`, async () => {
      const { code, shown, subjects } = await erase(`${what.replaceAll(' ', '-').toLowerCase()}@example.com`, typed)
      expect([code, subjects]).toEqual([expectedCode, ['A-1 has shipped']])
      expect(shown).toContain(expectedCode === 1 ? 'tidings: Nothing was erased.' : '^C')
      expect(shown).not.toContain('Deleted')
    })
  for (const typed of ['y\r', 'YES\r'])
    test(`${typed.trim()} erases`, async () => {
      const { code, shown, subjects } = await erase(`confirmed-${typed.trim().toLowerCase()}@example.com`, typed)
      expect([code, subjects]).toEqual([0, []])
      expect(shown).toMatch(/Deleted messages +1\n/)
    })
})

test('a preview fits into the terminal', async () => {
  const body = 'It is on its way, and this sentence does not fit into one line of a terminal with 80 columns.'
  const order = ['--to', 'wide@example.com', '--subject', 'A-1 has shipped', '--body', body]
  const terminal = start(['preview', ...order], { TIDINGS_URL: service.url, TIDINGS_API_KEY: shop.key })
  expect(await terminal.ended).toBe(0)
  const lines = terminal.shown().split('\n')
  expect(lines).toContain('WhatsApp  skipped')
  // A link is not broken, so that it can be opened.
  expect(lines.filter((line) => line.length > 80 && !line.includes('http'))).toEqual([])
})
