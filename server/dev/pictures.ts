import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { operatorPath } from '../src/dashboard/operator/paths.ts'
import { ownerAddress } from './dashboard-link.ts'
import type { Ready } from './home.ts'

/**
 * npm run pictures: takes the pictures in docs/pictures of a development service of its own, filled by npm run seed. The times in
 * them are those of the run.
 */
const root = join(import.meta.dirname, '../..')
const folder = join(root, 'docs/pictures')

/** A path that begins with `/dashboard` is of the service, another one of the shop. */
const screens = {
  messages: () => '/messages',
  message: ({ textFailed }: Shown) => `/messages/${textFailed}`,
  recipient: () => '/recipients/oscar.lindqvist%40example.com',
  people: () => '/members',
  figures: () => '/figures',
  brand: () => '/brand',
  attention: () => operatorPath,
  settings: () => `${operatorPath}/settings`,
  inbox: ({ inbox }: Shown) => inbox,
} satisfies Record<string, (shown: Shown) => string>
type Shown = { textFailed: string; inbox: string }
const pictures: { screen: keyof typeof screens; width: 390 | 1280; scheme: 'light' | 'dark' }[] = [
  { screen: 'messages', width: 1280, scheme: 'light' },
  { screen: 'messages', width: 390, scheme: 'dark' },
  { screen: 'message', width: 1280, scheme: 'light' },
  { screen: 'message', width: 1280, scheme: 'dark' },
  { screen: 'message', width: 390, scheme: 'light' },
  { screen: 'recipient', width: 1280, scheme: 'light' },
  { screen: 'recipient', width: 390, scheme: 'dark' },
  { screen: 'people', width: 1280, scheme: 'light' },
  { screen: 'figures', width: 1280, scheme: 'light' },
  { screen: 'figures', width: 390, scheme: 'dark' },
  { screen: 'brand', width: 1280, scheme: 'light' },
  { screen: 'attention', width: 1280, scheme: 'dark' },
  { screen: 'settings', width: 1280, scheme: 'light' },
  { screen: 'inbox', width: 390, scheme: 'light' },
]

const home = mkdtempSync(join(tmpdir(), 'tidings-pictures-'))
// PostgreSQL may run as another user.
chmodSync(home, 0o755)
const environment = { ...process.env, TIDINGS_HOME: join(home, 'home') }
const service = spawn(
  process.execPath,
  [join(import.meta.dirname, 'main.ts'), '--json', '--fresh', '--port', '0', '--simulator-port', '0'],
  { env: environment, stdio: ['ignore', 'pipe', 'inherit'] },
)
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})
try {
  const [line] = (await once(createInterface({ input: service.stdout }), 'line')) as [string]
  const ready = JSON.parse(line) as Ready
  const seed = spawn(process.execPath, ['--conditions=@tidings/source', join(import.meta.dirname, 'seed.ts')], {
    env: environment,
    stdio: 'inherit',
  })
  const [code] = (await once(seed, 'close')) as [number]
  if (code !== 0) throw new Error('the demo shop could not be filled')
  await takePictures(ready)
} finally {
  await browser.close()
  service.kill('SIGINT')
  await once(service, 'close')
  rmSync(home, { recursive: true, force: true })
}

async function takePictures(ready: Ready): Promise<void> {
  const signedIn = await browser.newContext()
  const shop = await signIn(signedIn, ready.dashboard_url)
  await makeOperator(ready)
  const shown = { textFailed: await messageOf(ready, 'B-2001'), inbox: await inboxLink(ready) }
  mkdirSync(folder, { recursive: true })
  const storageState = await signedIn.storageState()
  for (const { screen, width, scheme } of pictures) {
    const options: BrowserContextOptions = {
      storageState,
      viewport: { width, height: 800 },
      colorScheme: scheme,
      locale: 'en-GB',
      timezoneId: 'Europe/London',
    }
    const context = await browser.newContext(options)
    const tab = await context.newPage()
    const path = screens[screen](shown)
    const isOfShop = path.startsWith('/') && !path.startsWith('/dashboard')
    await tab.goto(isOfShop ? shop + path : new URL(path, ready.url).href, { waitUntil: 'networkidle' })
    await tab.screenshot({ path: join(folder, `${screen}-${width}-${scheme}.png`) })
    await context.close()
  }
  process.stdout.write(`${pictures.length} pictures in docs/pictures\n`)
}

/** Returns the address of the shop in the dashboard. */
async function signIn(context: BrowserContext, link: string): Promise<string> {
  const tab = await context.newPage()
  await tab.goto(link)
  await tab.getByRole('button', { name: 'Sign in' }).click()
  await tab.waitForURL('**/messages')
  return tab.url().replace(/\/messages$/, '')
}

/** The owner of the demo shop also runs the service. */
async function makeOperator({ url, operator_token: token }: Ready): Promise<void> {
  const response = await fetch(`${url}/operator/v1/operators`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Demo Owner', email: ownerAddress, role: 'admin' }),
  })
  if (!response.ok) throw new Error('the operator could not be created')
}

async function messageOf({ url, api_key: key }: Ready, reference: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/messages?reference=${reference}&limit=1`, {
    headers: { Authorization: `Bearer ${key}` },
  })
  const { items } = (await response.json()) as { items: { id: string }[] }
  return items[0]!.id
}

/** The inbox of a customer with several orders, by the link of their newest email. */
async function inboxLink({ simulator_url: url }: Ready): Promise<string> {
  const response = await fetch(`${url}/outbox?channel=email`)
  const { items } = (await response.json()) as { items: { to: string; link: string | null }[] }
  const byCustomer = Map.groupBy(
    items.filter(({ link }) => link !== null),
    ({ to }) => to,
  )
  const [most] = [...byCustomer.values()].toSorted((one, other) => other.length - one.length)
  return most!.at(-1)!.link!
}
