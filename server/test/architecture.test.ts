import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { merchantOperations } from '../src/http/operations.ts'
import { resendOperations } from '../src/messages/resend.ts'
import type { Operation } from '../src/operation.ts'

/** The dependency rules of ARCHITECTURE.md, checked against the imports of every file. */
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
  /** The folders from which a folder may import, besides itself and the shared files at the root of src. */
  const below: Record<string, string[]> = {
    db: [],
    queue: ['db', 'channels'],
    audit: ['db', 'recipients'],
    suppressions: ['db', 'recipients'],
    notices: ['db', 'channels', 'recipients'],
    quotas: ['db', 'notices', 'recipients', 'channels'],
    idempotency: ['db'],
    credits: ['db', 'audit'],
    keys: ['db', 'channels', 'notices', 'webhooks'],
    'inbox-tokens': [],
    outbound: [],
    pages: [],
    telemetry: [],
    brand: ['pages'],
    recipients: ['db', 'channels'],
    webhooks: ['db', 'audit', 'outbound', 'queue', 'notices', 'channels', 'recipients'],
    channels: ['inbox-tokens', 'brand'],
    nudges: [
      'db',
      'brand',
      'queue',
      'notices',
      'quotas',
      'credits',
      'recipients',
      'suppressions',
      'webhooks',
      'channels',
    ],
    figures: ['db', 'credits', 'channels', 'nudges'],
    replies: ['db', 'brand', 'queue', 'recipients', 'suppressions', 'webhooks', 'channels', 'nudges'],
    messages: [
      'db',
      'brand',
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
    inbox: [
      'db',
      'brand',
      'inbox-tokens',
      'pages',
      'notices',
      'recipients',
      'suppressions',
      'webhooks',
      'channels',
      'nudges',
    ],
    erasure: [
      'db',
      'audit',
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
      'test-side',
    ],
    'test-side': [
      'db',
      'queue',
      'inbox-tokens',
      'channels',
      'credits',
      'quotas',
      'recipients',
      'webhooks',
      'nudges',
      'replies',
    ],
    installation: ['db', 'audit', 'notices', 'nudges', 'recipients', 'webhooks'],
    scheduling: [
      'db',
      'credits',
      'queue',
      'idempotency',
      'quotas',
      'webhooks',
      'suppressions',
      'nudges',
      'replies',
      'messages',
      'test-side',
    ],
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
    operator: [
      'db',
      'brand',
      'audit',
      'channels',
      'quotas',
      'queue',
      'keys',
      'credits',
      'recipients',
      'suppressions',
      'webhooks',
      'scheduling',
      'test-side',
    ],
    dashboard: [
      'db',
      'brand',
      'audit',
      'channels',
      'credits',
      'doctor',
      'erasure',
      'figures',
      'inbox',
      'inbox-tokens',
      'installation',
      'keys',
      'messages',
      'notices',
      'nudges',
      'operator',
      'pages',
      'queue',
      'quotas',
      'recipients',
      'suppressions',
      'test-side',
      'webhooks',
    ],
    doctor: ['db', 'channels', 'installation', 'data-migrations'],
    documentation: [
      'db',
      'brand',
      'channels',
      'credits',
      'erasure',
      'keys',
      'messages',
      'nudges',
      'operator',
      'pages',
      'recipients',
      'test-side',
      'webhooks',
    ],
    http: [
      'db',
      'brand',
      'dashboard',
      'documentation',
      'audit',
      'idempotency',
      'keys',
      'credits',
      'figures',
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
      'test-side',
    ],
    worker: [
      'db',
      'dashboard',
      'outbound',
      'queue',
      'figures',
      'inbox',
      'installation',
      'notices',
      'webhooks',
      'channels',
      'nudges',
      'replies',
      'test-side',
      'credits',
      'scheduling',
    ],
  }
  const sharedFiles = new Set([
    'batcher.ts',
    'code-schemas.ts',
    'code-words.ts',
    'constant-time-equal.ts',
    'context.ts',
    'csv.ts',
    'date-time.ts',
    'displayed-settings.ts',
    'email-reason-words.ts',
    'email.ts',
    'error-words.ts',
    'errors.ts',
    'failure-code-words.ts',
    'html.ts',
    'ids.ts',
    'keyring.ts',
    'member-role.ts',
    'message-status.ts',
    'metrics.ts',
    'mode.ts',
    'operation.ts',
    'operator-error-words.ts',
    'operator-role.ts',
    'order-status.ts',
    'paging.ts',
    'paid-reason-words.ts',
    'phone.ts',
    'reason-words.ts',
    'reasons.ts',
    'recently-valid.ts',
    'resend-error-words.ts',
    'safe-text.ts',
    'safe-text-host.ts',
    'schema.ts',
    'secure-url.ts',
    'shards.ts',
    'shop-path.ts',
    'status.ts',
    'tags.ts',
    'tracing.ts',
    'utc-instant.ts',
  ])

  test('every folder is in the table of allowed imports', () => {
    expect([...new Set(files.map(({ name }) => folderOf(name)))].filter((name) => name !== '').toSorted()).toEqual(
      Object.keys(below).toSorted(),
    )
  })
  test('ARCHITECTURE.md lists the same imports and the same shared files', () => {
    const document = readFileSync(join(root, '../../ARCHITECTURE.md'), 'utf8')
    const block = /## Imports[\s\S]*?```\n([\s\S]*?)```/.exec(document)![1]!.replaceAll(/\n +/g, ' ')
    const listed = block.split('\n').flatMap((line) => {
      const [folders, targets] = line.split('→') as [string, string | undefined]
      if (targets === undefined || folders.startsWith('shared files')) return []
      const names = (text: string): string[] =>
        text
          .trim()
          .split(/, */)
          .filter((name) => name !== 'nothing')
      return names(folders).map((folder) => [folder, new Set(names(targets))])
    })
    expect(Object.fromEntries(listed)).toEqual(
      Object.fromEntries(Object.entries(below).map(([folder, targets]) => [folder, new Set(targets)])),
    )
    const shared = /The shared files are ([\s\S]*?)\.\n/.exec(document)![1]!
    expect(
      shared
        .match(/[a-z-]+(?=`)/g)!
        .map((name) => `${name}.ts`)
        .toSorted(),
    ).toEqual([...sharedFiles].toSorted())
  })
  test('a folder imports only from the folders it may use', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [here, there] = [folderOf(from), folderOf(to)]
      if (here === '' || !to.endsWith('.ts')) return false
      return there === '' ? !sharedFiles.has(to) : there !== here && !below[here]!.includes(there)
    })
    expect(wrong.map(show)).toEqual([])
  })
  test('the shared files import only types, except from the database, the queue and the channel registry', () => {
    const wrong = imports.filter(
      ({ from, to, onlyTypes }) =>
        sharedFiles.has(from) &&
        !onlyTypes &&
        to.endsWith('.ts') &&
        !sharedFiles.has(to) &&
        !['db', 'queue'].includes(folderOf(to)) &&
        to !== 'channels/registry.ts',
    )
    expect(wrong.map(show)).toEqual([])
  })
})

describe('a decision', () => {
  const isDecision = (name: string): boolean =>
    /(^|\/)(.*\.decide|gates|registry|states|message-status|order-status)\.ts$/.test(name)
  test('imports only decisions and types', () => {
    const wrong = imports.filter(({ from, to, onlyTypes }) => isDecision(from) && !onlyTypes && !isDecision(to))
    expect(wrong.map(show)).toEqual([])
  })
  test('reads no clock and no random numbers', () => {
    const wrong = files.filter(
      ({ name, text }) => isDecision(name) && /Date\.now|new Date\(\)|Math\.random|performance\./.test(text),
    )
    expect(wrong.map(({ name }) => name)).toEqual([])
  })
})

describe('a dependency is used in one part of the source', () => {
  const allowedImporters: Record<string, (name: string) => boolean> = {
    pg: (name) => folderOf(name) === 'db',
    'pg-boss': (name) => folderOf(name) === 'queue',
    'libphonenumber-js/max': (name) => name === 'phone.ts',
    'node-pg-migrate': (name) => folderOf(name) === 'db',
    undici: (name) => folderOf(name) === 'outbound' || name === 'channels/http-submit.ts',
    'ipaddr.js': (name) => ['outbound/address-guard.ts', 'http/client-address.ts'].includes(name),
    nodemailer: (name) => name.startsWith('channels/email/'),
    marked: (name) => name.startsWith('documentation/site/'),
    jose: (name) => name === 'channels/sms/vonage.ts',
    '@simplewebauthn/server': (name) => name.startsWith('dashboard/people/passkeys/'),
    'openid-client': (name) => name.startsWith('dashboard/people/openid/'),
    'node:http': (name) => folderOf(name) === 'http',
    ajv: (name) => name === 'http/validation.ts',
    '@prometheus-io/client': (name) => name === 'metrics.ts',
    '@opentelemetry': (name) => folderOf(name) === 'telemetry',
    '@tidings/client': (name) => name === 'documentation/samples/client-calls.ts',
  }
  for (const [dependency, isAllowed] of Object.entries(allowedImporters))
    test(`${dependency} is imported only by its owner`, () => {
      const users = imports.filter(({ to }) => to === dependency || to.startsWith(`${dependency}/`))
      expect(users.length).toBeGreaterThan(0)
      expect(users.filter(({ from }) => !isAllowed(from)).map(show)).toEqual([])
    })
  test('telemetry is loaded only by --import', () => {
    expect(imports.filter(({ from, to }) => folderOf(to) === 'telemetry' && folderOf(from) !== 'telemetry')).toEqual([])
  })
  test('the environment is read only in main.ts and in what --import loads', () => {
    expect(
      files
        .filter(({ text }) => /process\.(env|exit)/.test(text))
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['main.ts', 'telemetry/register.ts'])
  })
  test('an HTTP status number is written only in status.ts', () => {
    // 200 and 500 are also ordinary counts; a file with status numbers has at least one of the others too.
    const status = /(?<![\w.])(201|204|40[0-9]|41[35]|42[29]|431|50[234])(?![\w.])/
    // A channel's folder contains the status numbers of its providers.
    const wrong = files.filter(
      ({ name, text }) => name !== 'status.ts' && folderOf(name) !== 'channels' && status.test(codeOf(text)),
    )
    expect(wrong.map(({ name }) => name)).toEqual([])
  })
  test('SQL statements are declared only in the sql.ts of their folder', () => {
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
  // One operation for each paid channel.
  const derived = '...resendOperations'
  const listed = [...list.replace(`${derived},`, '').matchAll(/: Operation\[\] = \[([\w,\s]*)\]/g)].flatMap(
    ([, names]) => names!.match(/\w+/g) ?? [],
  )
  test('http/operations.ts contains only imports and lists', () => {
    const remaining = list
      .replace(`${derived},`, '')
      .replaceAll(/^import [^'"]*?from '[^']+'$/gm, '')
      .replaceAll(/^export const \w+: Operation\[\] = \[[\w,\s]*\]$/gm, '')
    expect(codeOf(remaining).trim()).toBe('')
  })
  test('every operation is an exported constant with its own name, outside http, and listed once', () => {
    const defined = files
      .filter(({ name }) => name !== 'operation.ts')
      .flatMap(({ name, text }) =>
        [...text.matchAll(/^(.*)defineOperation\(\{[^}]*?\bname: '(\w+)'/gm)].map(([, start, operation]) => ({
          folder: folderOf(name),
          declared: start,
          operation: operation!,
        })),
      )
    expect(
      defined.filter(
        ({ folder, declared, operation }) => folder === 'http' || declared !== `export const ${operation} = `,
      ),
    ).toEqual([])
    expect(defined.map(({ operation }) => operation).toSorted()).toEqual(listed.toSorted())
  })
  test('the merchant operations are numbered from 1 and listed in that order, except the resend operations', () => {
    const numbersOf = (operations: readonly Operation[]): number[] =>
      operations.flatMap((operation) => (operation.access === 'key' ? [operation.number] : []))
    const inOrder = (numbers: number[]): number[] => numbers.toSorted((one, other) => one - other)
    const all = numbersOf(merchantOperations)
    expect(inOrder(all)).toEqual(merchantOperations.map((_, index) => index + 1))
    const others = numbersOf(merchantOperations.filter((operation) => !resendOperations.includes(operation)))
    expect(others).toEqual(inOrder(others))
  })
})

/** The code without comments and string literals. */
const codeOf = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$|`[^`]*`|'[^'\n]*'/gm, '')
