import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Container, image, podman, runCommand, runNode, startContainer } from './containers/container.ts'
import { createBusiness, onFreePort, push, type Surroundings, startSurroundings, until } from './containers/service.ts'

/** Checks the image that .ci/image has built, and runs it without rights as production does. */
const root = join(import.meta.dirname, '..')
const maxBytes = 250_000_000
/** What the supervisors in deploy/ allow. */
const graceSeconds = 40

type Config = {
  User: string
  Env: string[]
  Entrypoint: string[]
  Cmd: string[]
  StopSignal: string
  Labels: Record<string, string>
}
type Inspected = { Config: Config; Size: number; Healthcheck: { Test: string[] } }
type Entry = { path: string; full: string; mode: number; uid: number; isFile: boolean }

void describe('the image', () => {
  let files: string
  let inspected: Inspected
  before(async () => {
    files = await podman('image', 'mount', image)
    ;[inspected] = JSON.parse(await podman('image', 'inspect', image)) as [Inspected]
  })
  after(() => podman('image', 'unmount', image))

  void test('it is smaller than 250 MB', () => {
    process.stdout.write(`${(inspected.Size / 1e6).toFixed(0)} MB\n`)
    assert.ok(inspected.Size < maxBytes, `${inspected.Size} bytes`)
  })

  void test('it starts Node itself as uid 1000, stops by SIGTERM and has a health check', () => {
    const { Config: config, Healthcheck: healthCheck } = inspected
    assert.equal(config.User, '1000:1000')
    assert.deepEqual(config.Entrypoint, ['node', '/app/server/src/main.ts'])
    assert.deepEqual(config.Cmd, ['--role', 'all'])
    assert.equal(config.StopSignal, 'SIGTERM')
    assert.deepEqual(healthCheck.Test, ['CMD', 'node', '/app/deploy/check-livez.js'])
  })

  void test('its labels and BUILD_COMMIT name what it was built from', () => {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
    const { version } = readJson<{ version: string }>(join(root, 'package.json'))
    const { Config: config } = inspected
    const prefix = 'org.opencontainers.image.'
    const labels = Object.entries(config.Labels).filter(([name]) => name.startsWith(prefix))
    assert.deepEqual(Object.fromEntries(labels.map(([name, value]) => [name.slice(prefix.length), value])), {
      title: 'Tidings',
      description: 'Order updates: stored in an inbox, announced by email, SMS and WhatsApp',
      licenses: 'Apache-2.0',
      'base.name': `node:${process.versions.node}-bookworm-slim`,
      version,
      revision: commit,
      source: 'https://example.com/tidings',
    })
    assert.ok(config.Env.includes(`BUILD_COMMIT=${commit}`))
  })

  void test('the only native program in it is Node: no shell, no compiler, no package manager', () => {
    const native = filesIn(files).filter(({ full }) => isNative(full))
    const libraries = native.filter(({ path }) => /^lib(64)?\/.*\.so/.test(path))
    assert.deepEqual(
      native.filter((file) => !libraries.includes(file)).map(({ path }) => path),
      ['usr/local/bin/node'],
    )
    assert.deepEqual(libraries.map(({ path }) => basename(path)).toSorted(), loadedLibraries())
    assert.deepEqual(readdirSync(join(files, 'usr/local/bin')), ['node'])
  })

  void test('its user owns no file and can change none, and no file gives rights', () => {
    const writable = entriesIn(files).filter(
      ({ path, mode, uid }) => path !== 'tmp' && (uid !== 0 || (mode & 0o6022) !== 0),
    )
    assert.deepEqual(
      writable.map(({ path }) => path),
      [],
    )
  })

  void test('it has the program without its tests', () => {
    const sources = filesIn(join(files, 'app')).filter(({ path }) => !path.startsWith('node_modules/'))
    assert.ok(sources.some(({ path }) => path === 'server/src/main.ts'))
    assert.deepEqual(
      sources
        .filter(({ path }) => /\.(test|support)\.ts$|^server\/(dev|test)\/|\.env/.test(path))
        .map(({ path }) => path),
      [],
    )
  })

  void test('the SBOM lists exactly the installed packages, in the versions of the lockfile', () => {
    type Component = { name: string; version: string; group?: string }
    const sbom = readJson<{ bomFormat: string; components: Component[] }>(join(files, 'app/sbom.cdx.json'))
    const listed = sbom.components.map(({ name, version }) => `${name}@${version}`).filter((name) => !isServer(name))
    const installed = packagesIn(join(files, 'app/node_modules')).filter((name) => !isServer(name))
    const locked = new Set(
      Object.entries(
        readJson<{ packages: Record<string, { version?: string }> }>(join(root, 'package-lock.json')).packages,
      )
        .filter(([path]) => path.includes('node_modules/'))
        .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`),
    )
    assert.equal(sbom.bomFormat, 'CycloneDX')
    assert.deepEqual([...new Set(listed)].toSorted(), [...new Set(installed)].toSorted())
    assert.deepEqual(
      installed.filter((name) => !locked.has(name)),
      [],
    )
    process.stdout.write(`${listed.length} packages\n`)
  })
})

void describe('a container', () => {
  let surroundings: Surroundings
  let container: Container
  let url: string
  before(async () => {
    surroundings = await startSurroundings()
  })
  after(() => surroundings.stop())

  void test('migrate prepares an empty database, and does nothing the second time', async () => {
    assert.match(await runCommand(surroundings.environment, 'migrate'), /^Applied 0001_/)
    assert.equal(await runCommand(surroundings.environment, 'migrate'), 'The database is up to date.')
  })

  void test('the health check fails while no process listens', async () => {
    const { environment } = await onFreePort(surroundings.environment)
    const check = runNode(environment, '/app/deploy/check-livez.js')
    await assert.rejects(check, { code: 1, stdout: /ECONNREFUSED/ })
  })

  void test('every role in one container: a push is delivered as an email', async () => {
    const settings = await onFreePort(surroundings.environment)
    url = settings.url
    container = await startContainer('all', { ...settings.environment, PUBLIC_URL: url })
    const key = await createBusiness(url, surroundings.environment['OPERATOR_TOKEN']!)
    const { id } = await push(url, key, 'ada@example.com')
    const email = await until(
      'the email',
      async () => (await surroundings.simulator.outbox({ message_id: id }))[0] ?? null,
    )
    assert.equal(email.to, 'ada@example.com')
  })

  void test('its health check succeeds', async () => {
    assert.equal(await container.exec('node', '/app/deploy/check-livez.js'), 'status 200')
  })

  void test('the documentation is served', async () => {
    const response = await fetch(`${url}/docs/configuration`)
    assert.equal(response.status, 200)
    assert.match(await response.text(), /DATABASE_URL/)
  })

  void test('its process runs as uid 1000 without capabilities and cannot write', async () => {
    const status = readFileSync(`/proc/${container.pid}/status`, 'utf8')
    const fields = Object.fromEntries(status.split('\n').map((line) => line.split(/:\s+/) as [string, string]))
    const none = '0000000000000000'
    const { Uid, CapEff, CapPrm, CapBnd, NoNewPrivs, Seccomp } = fields
    assert.deepEqual(
      { Uid, CapEff, CapPrm, CapBnd, NoNewPrivs, Seccomp },
      {
        Uid: '1000\t1000\t1000\t1000',
        CapEff: none,
        CapPrm: none,
        CapBnd: none,
        NoNewPrivs: '1',
        Seccomp: '2',
      },
    )
    const write = `for (const file of ['/x', '/app/x', '/tmp/x', '/app/server/src/main.ts'])
      try { require('node:fs').writeFileSync(file, ''); console.log(file) } catch { console.log('refused') }`
    assert.equal(await container.exec('node', '--eval', write), Array(4).fill('refused').join('\n'))
  })

  void test('every module comes from what the build has compiled', async () => {
    const { stderr } = await runNode({ NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }, 'server/src/main.ts', '--help')
    const reads = stderr.split('\n').filter((line) => line.includes('] reading cache from '))
    assert.ok(reads.length > 1_000, `${reads.length} modules`)
    assert.deepEqual(
      reads.filter((line) => !/ success, size=\d+$/.test(line)),
      [],
    )
  })

  void test('SIGTERM stops it in time with exit code 0', async () => {
    const began = performance.now()
    assert.equal(await container.stop(graceSeconds), 0)
    process.stdout.write(`stopped in ${((performance.now() - began) / 1_000).toFixed(1)} s\n`)
  })
})

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller states what the file contains
const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T
/** The server itself is linked into node_modules, and the SBOM lists it. */
const isServer = (name: string): boolean => /^(@tidings\/)?server@/.test(name)

function entriesIn(folder: string): Entry[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const full = join(entry.parentPath, entry.name)
    if (entry.isSymbolicLink()) return { path: relative(folder, full), full, mode: 0, uid: 0, isFile: false }
    const { mode, uid } = statSync(full)
    return { path: relative(folder, full), full, mode, uid, isFile: entry.isFile() }
  })
}
const filesIn = (folder: string): Entry[] => entriesIn(folder).filter(({ isFile }) => isFile)

const isNative = (file: string): boolean => readFileSync(file).subarray(0, 4).equals(Buffer.from('\x7fELF', 'latin1'))

/** The names of what the Node of this machine loads, which is the same program. */
const loadedLibraries = (): string[] =>
  [...execFileSync('ldd', [process.execPath], { encoding: 'utf8' }).matchAll(/\/(\S+)/g)]
    .map(([, path]) => basename(path!))
    .toSorted()

/** Every package below a folder node_modules, also those inside other packages. */
function packagesIn(folder: string): string[] {
  return filesIn(folder)
    .filter(({ path }) => /(^|\/node_modules\/)(@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
    .map(({ full }) => readJson<{ name: string; version: string }>(full))
    .map(({ name, version }) => `${name}@${version}`)
}
