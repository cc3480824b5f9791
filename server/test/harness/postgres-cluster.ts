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
  /** Returns the path of the dump file. */
  dump: (database: string) => Promise<string>
  restore: (file: string, database: string) => Promise<void>
  stop: () => Promise<void>
}

/**
 * Uses the PostgreSQL of the system, because the one that comes with the project has no pg_dump, and pg_dump must match its
 * server. It runs in its own folder, and as another user if this process is root.
 */
export async function startCluster(extraSettings: Record<string, string> = {}): Promise<Cluster> {
  const binary = binaries()
  const [folder, as, port] = [mkdtempSync(join(tmpdir(), 'tidings-restore-')), otherUser(), await freePort()]
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid!)
  const data = join(folder, 'data')
  await run(binary('initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale'], {
    ...as,
    cwd: folder,
  })
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', fsync: 'off', ...extraSettings }
  const server = spawn(
    binary('postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...as, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const connection = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
  const runTool = (tool: string, ...flags: string[]) =>
    run(binary(tool), [...connection, ...flags], { ...as, cwd: folder })
  await untilReady(server.stderr)
  return {
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    create: async (database) => void (await runTool('createdb', database)),
    async dump(database) {
      const file = join(folder, `${database}.dump`)
      await runTool('pg_dump', '--format', 'custom', '--file', file, database)
      return file
    },
    restore: async (file, database) =>
      void (await runTool('pg_restore', '--exit-on-error', '--dbname', database, file)),
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Debian installs each version in its own folder. */
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

/** PostgreSQL refuses to run as root. */
function otherUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const user = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))!
  return { uid: Number(user[1]), gid: Number(user[2]) }
}

async function untilReady(output: NodeJS.ReadableStream): Promise<void> {
  let text = ''
  for await (const chunk of output) {
    text += String(chunk)
    if (text.includes('ready to accept connections')) break
  }
  if (!text.includes('ready to accept connections')) throw new Error(`PostgreSQL did not start:\n${text}`)
}
