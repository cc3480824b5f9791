import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type DevelopmentPostgres, startPostgres } from '../../dev/postgres.ts'

/** A PostgreSQL server used only by the nemesis, which may crash it and fill its disk. */
export type OwnPostgres = {
  url: string
  /** Stops the server immediately, without a checkpoint, and starts it again on the same port. */
  crash: () => Promise<void>
  /** Fills the disk to the last block. Null if no separate disk could be mounted, which requires root. */
  fillDisk: (() => void) | null
  /** Frees the space again. If the server has stopped for lack of space, it is started again, as a supervisor does. */
  emptyDisk: () => Promise<void>
  stop: () => Promise<void>
}

const diskMegabytes = 1_200
const settings = { fsync: 'on', max_connections: '200', max_wal_size: '128MB', min_wal_size: '64MB' }

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const home = mkdtempSync(join(tmpdir(), 'tidings-nemesis-postgres-'))
  const hasDisk = mountDisk(home)
  chmodSync(home, 0o755)
  let postgres: DevelopmentPostgres = await startPostgres(home, 'nemesis', settings)
  const url = postgres.url('tidings')
  const restart = async (): Promise<void> => {
    await postgres.crash()
    postgres = await startPostgres(home, 'nemesis', { ...settings, port: new URL(url).port })
  }
  const ballast = join(home, 'ballast')
  return {
    url,
    crash: restart,
    fillDisk: hasDisk ? () => fill(ballast) : null,
    async emptyDisk() {
      rmSync(ballast, { force: true })
      // The server may be recovering by itself.
      for (let check = 0; check < 10; check++) {
        if (await isAvailable(postgres.url('postgres'))) return
        await sleep(500)
      }
      await restart()
    },
    async stop() {
      await postgres.crash()
      if (hasDisk) execFileSync('umount', ['-l', home])
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function mountDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=0755`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}

function fill(file: string): void {
  const ballast = openSync(file, 'w')
  const [large, small] = [Buffer.alloc(1024 * 1024), Buffer.alloc(4096)]
  try {
    for (const chunk of [large, small]) while (fits(ballast, chunk));
  } finally {
    closeSync(ballast)
  }
}

function fits(file: number, chunk: Buffer): boolean {
  try {
    return writeSync(file, chunk) === chunk.length
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  }
}

async function isAvailable(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
