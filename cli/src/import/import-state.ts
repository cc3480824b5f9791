import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection } from '../connection.ts'
import { folderOf, writePrivateFile } from '../profiles.ts'
import type { Terminal } from '../terminal.ts'
import { digestOf } from './batches.ts'

/** When an import of a file began and how many of its rows the service has confirmed. */
export type ImportState = { started_at: string; rows_done: number; rows: number }

export const importStatePath = (env: Terminal['env'], { url, credential }: Connection, importDigest: string): string =>
  join(folderOf(env, 'state'), 'imports', `${digestOf(`${url}\n${credential}\n${importDigest}`).slice(0, 32)}.json`)

export const readImportState = (path: string): ImportState | null =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as ImportState) : null

export const writeImportState = (path: string, state: ImportState): void =>
  writePrivateFile(path, `${JSON.stringify(state)}\n`)

/** The service replays a key for 24 hours. An hour is left for the import itself. */
const replayMilliseconds = 23 * 3_600_000

export const isReplayable = ({ started_at: startedAt }: ImportState, now: Date): boolean =>
  now.getTime() - new Date(startedAt).getTime() < replayMilliseconds
