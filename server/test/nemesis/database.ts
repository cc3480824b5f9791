import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type DevelopmentPostgres, startPostgres } from '../../dev/postgres.ts'

/** A PostgreSQL of the nemesis's own, which can be treated badly. */
export type OwnPostgres = {
  url: string
  /** Ends at once and finishes nothing, and is started again in the same place. */
  crash: () => Promise<void>
  /** No block is left on its disk. Null where no disk of its own could be made, which takes root. */
  fillDisk: (() => void) | null
  /** The disk is as it was. If the database has ended for want of space, it is started again, as a supervisor would. */
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
      // It may be on its way back by itself.
      for (let look = 0; look < 10; look++) {
        if (await answers(postgres.url('postgres'))) return
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

async function answers(url: string): Promise<boolean> {
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
