import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { seededRandom } from '../../server/test/support/seeded-random.ts'
import { until } from '../../server/test/support/simulator-client.ts'
import { createTestService } from '../../server/test/support/test-service.ts'
import { createCli } from './support/cli-process.ts'

const service = await createTestService({ role: 'api' })

async function openTestSide() {
  const { test: shop } = await service.sides()
  const cli = createCli({ TIDINGS_URL: service.url, TIDINGS_API_KEY: shop.key })
  const write = (name: string, lines: string[]): string => {
    const path = join(cli.home, name)
    writeFileSync(path, `${lines.join('\n')}\n`)
    return path
  }
  const references = async (): Promise<string[]> =>
    (await cli.json(['messages', 'list', '--limit', '5000'])).map(({ reference }) => String(reference)).toSorted()
  return { cli, write, references }
}

const customers = (count: number): string[] => [
  'email,name,order',
  ...Array.from({ length: count }, (_, index) => `customer${index}@example.com,Customer ${index},A-${1000 + index}`),
]
const texts = ['--subject', '{order} has shipped', '--body', 'Hello {name}.']
const ordersOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `A-${1000 + index}`)

for (const seed of [1, 2, 3])
  test(`an import that is killed at random points and repeated pushes each row once (seed ${seed})`, async () => {
    const random = seededRandom(seed)
    const { cli, write, references } = await openTestSide()
    const path = write('customers.csv', customers(430))
    for (let kill = 0; kill < 3; kill += 1) {
      const threshold = Math.floor(random() * 400)
      const running = cli.start(['import', path, ...texts])
      const isEnded = running.ended.then(() => true)
      await until('some rows', async () => {
        const isOver = await Promise.race([isEnded, Promise.resolve(false)])
        return isOver || (await references()).length > threshold
      })
      running.child.kill('SIGKILL')
      await running.ended
    }
    expect(await cli.run(['import', path, ...texts])).toEqual({
      code: 0,
      stdout: '430 of 430 rows of customers.csv are pushed.\n',
      stderr: '',
    })
    expect(await references()).toEqual(ordersOf(430))
    expect((await cli.run(['import', path, ...texts])).code).toBe(0)
    expect(await references()).toEqual(ordersOf(430))
  })

test('rows that fail are written to a file with their reasons, which can be imported after a correction', async () => {
  const { cli, write, references } = await openTestSide()
  const path = write('customers.csv', [
    'E-Mail;order;subject;message;notify',
    'ada@example.com;A-1000;Shipped;"Hello; it is on its way";yes',
    'not-an-address;A-1001;Shipped;Hello;',
    'bob@example.com;A-1002;Shipped;Hello;maybe',
    'eve@example.com;A-1003;Shipped',
  ])
  const command = ['import', path, '--map', 'recipient_email=E-Mail']
  const dryRun = await cli.run([...command, '--dry-run'])
  expect([dryRun.code, dryRun.stdout]).toEqual([5, '1 of 4 rows of customers.csv are valid.\n'])
  expect(await references()).toEqual([])
  const { code, stdout, stderr } = await cli.run(command)
  expect([code, stdout]).toEqual([5, '1 of 4 rows of customers.csv are pushed.\n'])
  expect(stderr).toMatch(/^tidings: 3 rows failed: .*\nThe reasons are in .*customers\.csv\.failed\.csv/)
  const report = readFileSync(`${path}.failed.csv`, 'utf8')
  expect(
    report
      .trimEnd()
      .split('\n')
      .map((line) => line.split(',').slice(5)),
  ).toEqual([
    ['import_row', 'import_error', 'import_reason'],
    ['2', 'common.validation_failed', expect.stringContaining('recipient_email')],
    ['3', 'import.invalid_row', 'notify is neither yes nor no.'],
    ['4', 'import.invalid_row', 'The row has 3 cells and the header 5.'],
  ])
  writeFileSync(
    `${path}.failed.csv`,
    report
      .replace('not-an-address', 'mary@example.com')
      .replace('maybe', 'yes')
      .replace('Shipped,,,', 'Shipped,Hello,,'),
  )
  const corrected = await cli.json(['import', `${path}.failed.csv`, '--map', 'recipient_email=E-Mail'])
  expect(corrected).toEqual([{ pushed: 3, failed: 0, failed_file: null }])
  expect(await references()).toEqual(ordersOf(4))
  expect(existsSync(`${path}.failed.csv.failed.csv`)).toBe(false)
})

test('an import whose keys are no longer replayed is refused instead of pushing every row again', async () => {
  const { cli, write, references } = await openTestSide()
  const path = write('customers.csv', customers(3))
  await cli.run(['import', path, ...texts])
  const folder = join(cli.home, '.local/state/tidings/imports')
  const [name] = readdirSync(folder)
  const state = JSON.parse(readFileSync(join(folder, name!), 'utf8'))
  writeFileSync(join(folder, name!), JSON.stringify({ ...state, started_at: '2026-01-01T00:00:00.000Z' }))
  const { code, stderr } = await cli.run(['import', path, ...texts])
  expect([code, stderr]).toEqual([
    2,
    'tidings: This import began at 2026-01-01T00:00:00.000Z and 3 of 3 rows were confirmed. It is too late to repeat it safely.\nPush every row once more with --again.\n',
  ])
  expect(await references()).toEqual(ordersOf(3))
})

test('a file that cannot be imported is one line, and nothing is pushed', async () => {
  const { cli, write, references } = await openTestSide()
  const cases: [file: string, args: string[], message: string][] = [
    [join(cli.home, 'missing.csv'), texts, 'missing.csv does not exist.'],
    [write('empty.csv', []), texts, 'empty.csv has no header.'],
    [write('quotes.csv', ['email,order', 'ada@example.com,"A']), texts, 'quotes.csv is not valid CSV:'],
    [write('twice.csv', ['email,email']), texts, 'twice.csv has the column email twice.'],
    [write('customers.csv', customers(1)), [], 'The file has no column subject.'],
    [write('names.csv', ['name', 'Ada']), texts, 'The file has no column recipient_email.'],
    [write('customers.csv', customers(1)), [...texts, '--map', 'email=email'], 'There is no field email:'],
  ]
  for (const [file, args, message] of cases) {
    const { code, stderr } = await cli.run(['import', file, ...args])
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  }
  expect(await references()).toEqual([])
})
