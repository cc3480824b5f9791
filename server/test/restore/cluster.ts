import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../dev/free-port.ts'

const run = promisify(execFile)

export type Cluster = {
  url: (database: string) => string
  create: (database: string) => Promise<void>
  /** Answers the file. */
  dump: (database: string) => Promise<string>
  restore: (file: string, database: string) => Promise<void>
  stop: () => Promise<void>
}

/**
 * The system's PostgreSQL, because the one that comes with the project has no pg_dump, and a dump is made by the tools of its
 * server. It runs in a folder of its own, as another user where we are root.
 */
export async function startCluster(further: Record<string, string> = {}): Promise<Cluster> {
  const binary = binaries()
  const [folder, as, port] = [mkdtempSync(join(tmpdir(), 'tidings-restore-')), otherUser(), await freePort()]
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid!)
  const data = join(folder, 'data')
  await run(binary('initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale'], {
    ...as,
    cwd: folder,
  })
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', fsync: 'off', ...further }
  const server = spawn(
    binary('postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...as, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const where = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
  const use = (tool: string, ...flags: string[]) => run(binary(tool), [...where, ...flags], { ...as, cwd: folder })
  await untilReady(server.stderr)
  return {
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    create: async (database) => void (await use('createdb', database)),
    async dump(database) {
      const file = join(folder, `${database}.dump`)
      await use('pg_dump', '--format', 'custom', '--file', file, database)
      return file
    },
    restore: async (file, database) => void (await use('pg_restore', '--exit-on-error', '--dbname', database, file)),
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Debian keeps each version in a folder of its own. */
function binaries(): (name: string) => string {
  const versions = '/usr/lib/postgresql'
  const found = (existsSync(versions) ? readdirSync(versions) : [])
    .map(Number)
    .filter((version) => version >= 15)
    .toSorted((one, two) => two - one)
    .map((version) => join(versions, String(version), 'bin'))
    .find((folder) => ['initdb', 'postgres', 'pg_dump'].every((name) => existsSync(join(folder, name))))
  if (found === undefined)
    throw new Error('the drill needs a PostgreSQL with pg_dump, 15 or later: apt-get install -y postgresql-15')
  return (name) => join(found, name)
}

/** PostgreSQL does not run as root. */
function otherUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const nobody = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))!
  return { uid: Number(nobody[1]), gid: Number(nobody[2]) }
}

async function untilReady(output: NodeJS.ReadableStream): Promise<void> {
  let said = ''
  for await (const chunk of output) {
    said += String(chunk)
    if (said.includes('ready to accept connections')) break
  }
  if (!said.includes('ready to accept connections')) throw new Error(`PostgreSQL did not start:\n${said}`)
}
