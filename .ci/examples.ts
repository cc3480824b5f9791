import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { copyExample, installExample, packClient, runScript } from './examples/install.ts'
import { stopPrograms } from './examples/program.ts'
import { checkPush } from './examples/pushes.ts'
import { checkReceiver } from './examples/receivers.ts'
import { type Shop, startShop } from './examples/shop.ts'
import { checkBridge } from './examples/shopify.ts'
import { checkPlugin } from './examples/woocommerce.ts'

/**
 * Installs every example in a clean folder, with the packed client, starts it, and checks what it does with a real service:
 * node .ci/examples.ts
 */
// npm and the examples use this Node, which can be newer than that of the machine.
process.env['PATH'] = `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`
const root = join(import.meta.dirname, '..')
const scratch = mkdtempSync(join(tmpdir(), 'tidings-examples-'))
// PostgreSQL runs as another user if this one is root.
chmodSync(scratch, 0o755)

const nodeExamples = ['express', 'fastify', 'nextjs', 'shopify-bridge'] as const
let shop: Shop
let client: string
before(async () => {
  ;[shop, client] = await Promise.all([startShop(scratch), packClient(scratch)])
})
after(async () => {
  await stopPrograms()
  rmSync(scratch, { recursive: true, force: true })
})

const installed = new Map<string, Promise<string>>()
/** Installs an example once, when the first test needs it. Returns its folder. */
function folderOf(name: (typeof nodeExamples)[number]): Promise<string> {
  const folder = installed.get(name) ?? installExample(name, scratch, client)
  installed.set(name, folder)
  return folder
}

void test('every folder of examples is tested', () => {
  const folders = readdirSync(join(root, 'examples'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  assert.deepEqual(
    folders.map(({ name }) => name).toSorted(),
    [...nodeExamples, 'php', 'python', 'woocommerce'].toSorted(),
  )
})

void test('the receivers in TypeScript have the same store and the same handler', () => {
  const read = (path: string): string => readFileSync(join(root, 'examples', path), 'utf8')
  for (const file of ['event-store.ts', 'handle-event.ts'])
    for (const folder of ['fastify/src', 'nextjs/lib'])
      assert.equal(read(`${folder}/${file}`), read(`express/src/${file}`), `${folder}/${file}`)
})

// The build of Next.js checks its own types.
for (const name of ['express', 'fastify', 'shopify-bridge'] as const)
  void test(`${name}: its types are correct`, async () => {
    await runScript(await folderOf(name), 'types')
  })

const unmarkRows = (folder: string): void => {
  const database = new DatabaseSync(join(folder, 'events.sqlite'))
  database.exec('update events set handled = 0')
  database.close()
}

for (const name of ['express', 'fastify'] as const)
  void test(`${name}: receives webhooks`, async () => {
    await checkReceiver(
      { name, folder: await folderOf(name), command: () => ['npm', 'start'], unmark: unmarkRows },
      shop,
    )
  })

void test('nextjs: receives webhooks', async () => {
  const folder = await folderOf('nextjs')
  await runScript(folder, 'build')
  const command = (port: number): string[] => ['npm', 'start', '--', '--hostname', '127.0.0.1', '--port', String(port)]
  await checkReceiver({ name: 'nextjs', folder, command, unmark: unmarkRows }, shop)
})

void test('python: receives webhooks', async () => {
  const folder = await copyExample('python', scratch)
  await checkReceiver({ name: 'python', folder, command: () => ['python3', 'receive.py'], unmark: unmarkRows }, shop)
})

void test('php: receives webhooks', async () => {
  const folder = await copyExample('php', scratch)
  await checkReceiver(
    {
      name: 'php',
      folder,
      command: (port) => ['php', '-S', `127.0.0.1:${port}`, 'receive.php'],
      handle: (env) =>
        execFileSync('php', ['handle-events.php'], { cwd: folder, env: { ...process.env, ...env }, encoding: 'utf8' }),
      unmark: () => {
        for (const file of readdirSync(join(folder, 'events')))
          if (file.endsWith('.handled')) rmSync(join(folder, 'events', file))
      },
    },
    shop,
  )
})

void test('python: pushes once, whatever the network does', async () => {
  await checkPush('python', ['python3', 'push.py'], await copyExample('python', scratch), shop)
})

void test('php: pushes once, whatever the network does', async () => {
  await checkPush('php', ['php', 'push.php'], await copyExample('php', scratch), shop)
})

void test('woocommerce: pushes on status changes, and writes events as notes', async () => {
  await checkPlugin(await copyExample('woocommerce', scratch), shop)
})

void test('shopify-bridge: pushes what Shopify reports, once', async () => {
  await checkBridge(await folderOf('shopify-bridge'), shop)
})
