import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../server/dev/free-port.ts'
import { startFaultyService } from './faulty-service.ts'

/**
 * Runs the program on every runtime: node sdk/runtimes/run.ts <folder with the installed client> <ready.json of npm run dev>.
 * The runtimes are those of node_modules of this folder, and the Node that runs this file.
 */
const [folder = '', readyFile = ''] = process.argv.slice(2)
const ready = JSON.parse(readFileSync(readyFile, 'utf8')) as { url: string; test_api_key: string }
const packages = join(import.meta.dirname, 'node_modules')
const timeoutMilliseconds = 60_000

type Settings = Record<string, unknown>
const commandLines: Record<string, string[]> = {
  'Node 20': [join(packages, 'node-20/bin/node'), 'main.js'],
  'Node 22': [join(packages, 'node-22/bin/node'), 'main.js'],
  'Node 24': [process.execPath, 'main.js'],
  'Node 26': [join(packages, 'node-26/bin/node'), 'main.js'],
  Bun: [join(packages, '@oven/bun-linux-x64/bin/bun'), 'main.js'],
  Deno: [
    join(packages, '@deno/linux-x64-glibc/deno'),
    'run',
    '--no-remote',
    '--node-modules-dir=manual',
    '--allow-net',
    'main.js',
  ],
}
const workerd = join(packages, '@cloudflare/workerd-linux-64/bin/workerd')

for (const file of ['program.js', 'main.js', 'worker.js'])
  copyFileSync(join(import.meta.dirname, file), join(folder, file))
const faulty = await startFaultyService()
try {
  for (const [name, command] of Object.entries(commandLines))
    await report(name, versionOf(command[0]!), () => runCommand(command, settingsOf(name)))
  await report('workerd', versionOf(workerd), () => runInWorkerd(settingsOf('workerd')))
} finally {
  faulty.stop()
}

async function report(name: string, version: string, run: () => Promise<void> | void): Promise<void> {
  const began = performance.now()
  faulty.reset()
  await run()
  process.stdout.write(
    `${name.padEnd(8)} ${version.padEnd(24)} ${((performance.now() - began) / 1_000).toFixed(1)} s\n`,
  )
}

function versionOf(binary: string): string {
  return /\d[\d.-]*\d/.exec(execFileSync(binary, ['--version'], { encoding: 'utf8' }))![0]
}

function settingsOf(name: string): Settings {
  const secret = 'whsec_of_the_runtimes'
  const body = JSON.stringify({
    data: { endpoint_id: 'whe_1' },
    id: 'evt_1',
    occurred_at: '2026-11-18T12:00:00Z',
    type: 'ping',
  })
  const seconds = Math.floor(Date.now() / 1_000)
  const hex = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return {
    url: ready.url,
    apiKey: ready.test_api_key,
    faultyUrl: faulty.url,
    runtime: name.toLowerCase().replace(' ', '-'),
    webhook: { secret, body, signature: `t=${seconds},v1=${hex}` },
  }
}

async function runCommand([binary, ...parameters]: string[], settings: Settings): Promise<void> {
  const child = spawn(binary!, [...parameters, JSON.stringify(settings)], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: timeoutMilliseconds,
  })
  const code = await exitOf(child)
  if (code !== 0) throw new Error(`${binary} ended with ${code}`)
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
}

/** A name with a path is relative to the name of the importing module, so the files of the client are beside its entry. */
async function runInWorkerd(settings: Settings): Promise<void> {
  const dist = 'node_modules/@tidings/client/dist'
  const modules = [
    ...['worker.js', 'program.js'].map((file) => [file, file]),
    ['@tidings/client', `${dist}/index.js`],
    ...globSync(`${dist}/*.js`, { cwd: folder }).map((file) => [`@tidings/${basename(file)}`, file]),
  ].map(([name, file]) => `(name = "${name}", esModule = embed "${file}")`)
  const configuration = join(folder, 'workerd.capnp')
  writeFileSync(
    configuration,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (compatibilityDate = "2026-01-01", modules = [${modules.join(', ')}])),
    (name = "internet", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", http = (), service = "main")],
);
`,
  )
  const port = await freePort()
  const child = spawn(workerd, ['serve', configuration, '--socket-addr', `http=127.0.0.1:${port}`], {
    stdio: 'inherit',
  })
  const exited = exitOf(child)
  try {
    const ended = exited.then((code) => Promise.reject(new Error(`workerd ended with ${code}`)))
    ended.catch(() => undefined)
    const response = await Promise.race([ended, postWhenListening(`http://127.0.0.1:${port}`, settings)])
    if (!response.ok) throw new Error(await response.text())
  } finally {
    child.kill()
    await exited
  }
}

async function postWhenListening(url: string, settings: Settings): Promise<Response> {
  const deadline = performance.now() + timeoutMilliseconds
  for (;;) {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(settings) }).catch(() => null)
    if (response !== null) return response
    if (performance.now() > deadline) throw new Error('workerd does not listen')
    await sleep(100)
  }
}
