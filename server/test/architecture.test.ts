import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { merchantOperations } from '../src/http/operations.ts'
import { resendOperations } from '../src/messages/resend.ts'
import type { Operation } from '../src/operation.ts'

/** Direction and one-home rules of ARCHITECTURE.md, kept by reading the imports of every file. */
const root = join(import.meta.dirname, '../src')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))
const imports = files.flatMap(({ name, text }) =>
  [...text.matchAll(/^(import|export)( type)? [^'"]*?from '([^']+)'/gm)].map(([, , type, target]) => ({
    from: name,
    to: target!.startsWith('.') ? relative(root, join(root, dirname(name), target!)) : target!,
    onlyTypes: type !== undefined,
  })),
)
const folderOf = (name: string): string => (name.includes('/') ? name.split('/')[0]! : '')
const show = ({ from, to }: { from: string; to: string }): string => `${from} → ${to}`

describe('direction', () => {
  /** Which folders a folder may import from, beside itself and the files at the root of src that hold no rule. */
  const below: Record<string, string[]> = {
    db: [],
    queue: ['db', 'channels'],
    suppressions: ['db', 'recipients'],
    notices: ['db', 'recipients'],
    quotas: ['db', 'notices', 'channels'],
    idempotency: ['db'],
    credits: ['db'],
    keys: ['db', 'channels'],
    'inbox-tokens': [],
    outbound: [],
    recipients: ['db', 'channels'],
    webhooks: ['db', 'outbound', 'queue', 'notices', 'channels', 'recipients'],
    channels: ['inbox-tokens'],
    nudges: ['db', 'queue', 'notices', 'quotas', 'credits', 'recipients', 'suppressions', 'webhooks', 'channels'],
    replies: ['db', 'queue', 'recipients', 'suppressions', 'webhooks', 'channels', 'nudges'],
    messages: [
      'db',
      'queue',
      'idempotency',
      'credits',
      'quotas',
      'recipients',
      'suppressions',
      'webhooks',
      'channels',
      'nudges',
    ],
    inbox: ['db', 'inbox-tokens', 'notices', 'recipients', 'suppressions', 'webhooks', 'channels', 'nudges'],
    erasure: [
      'db',
      'channels',
      'idempotency',
      'credits',
      'quotas',
      'recipients',
      'suppressions',
      'webhooks',
      'nudges',
      'replies',
      'messages',
    ],
    installation: ['db', 'notices', 'nudges'],
    scheduling: ['db', 'idempotency', 'webhooks', 'nudges', 'replies', 'messages'],
    'data-migrations': [
      'db',
      'channels',
      'notices',
      'idempotency',
      'recipients',
      'suppressions',
      'webhooks',
      'nudges',
      'replies',
      'messages',
    ],
    operator: ['db', 'channels', 'quotas', 'keys', 'credits', 'recipients', 'webhooks', 'scheduling'],
    http: [
      'db',
      'idempotency',
      'keys',
      'credits',
      'notices',
      'recipients',
      'webhooks',
      'channels',
      'nudges',
      'replies',
      'messages',
      'inbox-tokens',
      'inbox',
      'erasure',
      'installation',
      'operator',
    ],
    worker: [
      'db',
      'outbound',
      'queue',
      'inbox',
      'installation',
      'notices',
      'webhooks',
      'channels',
      'nudges',
      'replies',
      'scheduling',
    ],
  }
  const groundFloor = new Set([
    'batcher.ts',
    'constant-time-equal.ts',
    'context.ts',
    'date-time.ts',
    'derive-key.ts',
    'email.ts',
    'errors.ts',
    'html.ts',
    'ids.ts',
    'message-status.ts',
    'metrics.ts',
    'operation.ts',
    'order-status.ts',
    'paging.ts',
    'phone.ts',
    'safe-text.ts',
    'safe-text-host.ts',
    'schema.ts',
    'secure-url.ts',
    'utc-instant.ts',
  ])

  test('every folder has its place in the order', () => {
    expect([...new Set(files.map(({ name }) => folderOf(name)))].filter((name) => name !== '').toSorted()).toEqual(
      Object.keys(below).toSorted(),
    )
  })
  test('a folder imports only from those below it', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [here, there] = [folderOf(from), folderOf(to)]
      if (here === '' || !to.endsWith('.ts')) return false
      return there === '' ? !groundFloor.has(to) : there !== here && !below[here]!.includes(there)
    })
    expect(wrong.map(show)).toEqual([])
  })
  test('the ground floor imports nothing but types above the database, the queue and the registry of channels', () => {
    const wrong = imports.filter(
      ({ from, to, onlyTypes }) =>
        groundFloor.has(from) &&
        !onlyTypes &&
        to.endsWith('.ts') &&
        !groundFloor.has(to) &&
        !['db', 'queue'].includes(folderOf(to)) &&
        to !== 'channels/registry.ts',
    )
    expect(wrong.map(show)).toEqual([])
  })
})

describe('R1 a decision', () => {
  const isDecision = (name: string): boolean =>
    /(^|\/)(.*\.decide|gates|registry|states|message-status|order-status)\.ts$/.test(name)
  test('imports only decisions and types', () => {
    const wrong = imports.filter(({ from, to, onlyTypes }) => isDecision(from) && !onlyTypes && !isDecision(to))
    expect(wrong.map(show)).toEqual([])
  })
  test('asks no clock and no chance', () => {
    const wrong = files.filter(
      ({ name, text }) => isDecision(name) && /Date\.now|new Date\(\)|Math\.random|performance\./.test(text),
    )
    expect(wrong.map(({ name }) => name)).toEqual([])
  })
})

describe('R2 one home', () => {
  const homes: Record<string, (name: string) => boolean> = {
    pg: (name) => folderOf(name) === 'db',
    'pg-boss': (name) => folderOf(name) === 'queue',
    'libphonenumber-js/max': (name) => name === 'phone.ts',
    'node-pg-migrate': (name) => folderOf(name) === 'db',
    undici: (name) => folderOf(name) === 'outbound' || name === 'channels/http-submit.ts',
    'ipaddr.js': (name) => ['outbound/address-guard.ts', 'http/client-address.ts'].includes(name),
    nodemailer: (name) => name.startsWith('channels/email/'),
    jose: (name) => name === 'channels/sms/vonage.ts',
    'node:http': (name) => folderOf(name) === 'http',
    ajv: (name) => name === 'http/validation.ts',
    '@prometheus-io/client': (name) => name === 'metrics.ts',
  }
  for (const [dependency, isHome] of Object.entries(homes))
    test(`${dependency} is imported only at home`, () => {
      const users = imports.filter(({ to }) => to === dependency || to.startsWith(`${dependency}/`))
      expect(users.length).toBeGreaterThan(0)
      expect(users.filter(({ from }) => !isHome(from)).map(show)).toEqual([])
    })
  test('the environment is read in main.ts', () => {
    expect(files.filter(({ text }) => /process\.(env|exit)/.test(text)).map(({ name }) => name)).toEqual(['main.ts'])
  })
  test('a status number is written in status.ts', () => {
    // 200 and 500 are also ordinary counts; who writes a status writes one of the others too.
    const status = /(?<![\w.])(201|204|40[0-9]|41[35]|42[29]|431|50[234])(?![\w.])/
    // Providers have status numbers of their own, and their wire formats are at home in their channel.
    const wrong = files.filter(
      ({ name, text }) => name !== 'http/status.ts' && folderOf(name) !== 'channels' && status.test(withoutWords(text)),
    )
    expect(wrong.map(({ name }) => name)).toEqual([])
  })
  test('SQL stands in sql.ts of its slice', () => {
    const wrong = files.filter(
      ({ name, text }) =>
        /statement[<(]/.test(text) &&
        !/(^|[/.])sql\.ts$/.test(name) &&
        folderOf(name) !== 'db' &&
        name !== 'http/pages.ts',
    )
    expect(wrong.map(({ name }) => name)).toEqual([])
  })
})

describe('operations', () => {
  const list = files.find(({ name }) => name === 'http/operations.ts')!.text
  // One for each paid channel.
  const derived = '...resendOperations'
  const listed = [...list.replace(`${derived},`, '').matchAll(/: Operation\[\] = \[([\w,\s]*)\]/g)].flatMap(
    ([, names]) => names!.match(/\w+/g) ?? [],
  )
  test('http/operations.ts holds only imports and lists', () => {
    const rest = list
      .replace(`${derived},`, '')
      .replaceAll(/^import [^'"]*?from '[^']+'$/gm, '')
      .replaceAll(/^export const \w+: Operation\[\] = \[[\w,\s]*\]$/gm, '')
    expect(withoutWords(rest).trim()).toBe('')
  })
  test('every operation is an exported constant of its name, in a folder below http, and listed once', () => {
    const defined = files
      .filter(({ name }) => name !== 'operation.ts')
      .flatMap(({ name, text }) =>
        [...text.matchAll(/^(.*)defineOperation\(\{[^}]*?\bname: '(\w+)'/gm)].map(([, start, operation]) => ({
          home: folderOf(name),
          declared: start,
          operation: operation!,
        })),
      )
    expect(
      defined.filter(({ home, declared, operation }) => home === 'http' || declared !== `export const ${operation} = `),
    ).toEqual([])
    expect(defined.map(({ operation }) => operation).toSorted()).toEqual(listed.toSorted())
  })
  test("the merchant's operations are numbered from 1 and listed in that order; those that resend stand together", () => {
    const numbersOf = (operations: readonly Operation[]): number[] =>
      operations.flatMap((operation) => (operation.access === 'key' ? [operation.number] : []))
    const inOrder = (numbers: number[]): number[] => numbers.toSorted((one, other) => one - other)
    const all = numbersOf(merchantOperations)
    expect(inOrder(all)).toEqual(merchantOperations.map((_, index) => index + 1))
    const others = numbersOf(merchantOperations.filter((operation) => !resendOperations.includes(operation)))
    expect(others).toEqual(inOrder(others))
  })
})

/** The code without its comments and texts. */
const withoutWords = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$|`[^`]*`|'[^'\n]*'/gm, '')
