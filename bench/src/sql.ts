import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs several statements in one transaction. */
export async function runSql(databaseUrl: string, text: string): Promise<void> {
  await run('psql', [databaseUrl, '-q', '-v', 'ON_ERROR_STOP=1', '-c', text])
}
