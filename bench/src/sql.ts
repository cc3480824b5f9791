import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs several statements in one transaction. */
export async function runSql(databaseUrl: string, text: string): Promise<void> {
  await run('psql', [databaseUrl, '-q', '-v', 'ON_ERROR_STOP=1', '-c', text])
}

/** Returns the rows of a query as texts without tabs. */
export async function readSql(databaseUrl: string, text: string): Promise<string[][]> {
  const { stdout } = await run('psql', [databaseUrl, '-At', '-F', '\t', '-c', text])
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'))
}
