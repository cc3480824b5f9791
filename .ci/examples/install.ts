import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const tarball = 'tidings-client.tgz'
const clientPath = 'node_modules/@tidings/client'

type Manifest = { dependencies: Record<string, string> }
type Lockfile = {
  packages: Record<string, { dependencies?: Record<string, string>; version?: string; resolved?: string }>
}

/** Packs the client as it is published. Returns the path of the tarball. */
export async function packClient(folder: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '-w', 'sdk', '--json', '--pack-destination', folder], { cwd: root })
  // A list in npm 10, an object by name in npm 11.
  const packed = Object.values(JSON.parse(stdout) as Record<string, { filename: string }>)
  return join(folder, packed[0]!.filename)
}

/** Copies an example, without what an earlier use left in it. */
export async function copyExample(name: string, scratch: string): Promise<string> {
  const folder = join(scratch, name)
  await mkdir(folder, { recursive: true })
  await cp(join(root, 'examples', name), folder, {
    recursive: true,
    filter: (path) => !/\/(node_modules|\.next|__pycache__)(\/|$)/.test(path),
  })
  return folder
}

/** Copies an example and installs exactly the versions of its lockfile. The client comes from the tarball, not the registry. */
export async function installExample(name: string, scratch: string, clientTarball: string): Promise<string> {
  const folder = await copyExample(name, scratch)
  await cp(clientTarball, join(folder, tarball))
  const manifest = await readJson<Manifest>(join(folder, 'package.json'))
  const lockfile = await readJson<Lockfile>(join(folder, 'package-lock.json'))
  const client = lockfile.packages[clientPath]
  if (client === undefined || client.version !== manifest.dependencies['@tidings/client'])
    throw new Error(`the lockfile of examples/${name} has another version of the client than its package.json`)
  manifest.dependencies['@tidings/client'] = `file:${tarball}`
  lockfile.packages['']!.dependencies!['@tidings/client'] = `file:${tarball}`
  client.resolved = `file:${tarball}`
  await writeJson(join(folder, 'package.json'), manifest)
  await writeJson(join(folder, 'package-lock.json'), lockfile)
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
  return folder
}

/** Runs a command of an installed example to its end. */
export async function runScript(folder: string, script: string): Promise<void> {
  await run('npm', ['run', '--silent', script], {
    cwd: folder,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
  }).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`npm run ${script} in ${folder} failed\n${error.stdout}${error.stderr}`)
  })
}

const readJson = async <T>(file: string): Promise<T> => JSON.parse(await readFile(file, 'utf8')) as T
const writeJson = (file: string, value: unknown): Promise<void> =>
  writeFile(file, `${JSON.stringify(value, null, 2)}\n`)
