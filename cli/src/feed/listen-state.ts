import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection } from '../connection.ts'
import { folderOf, writePrivateFile } from '../profiles.ts'
import type { Terminal } from '../terminal.ts'
import type { Position } from './position.decide.ts'

/** What `listen` stores for each key: the secret that it generated, and the position for each receiver. */
export type ListenState = { secret: string | null; positions: Record<string, Position> }

const none: ListenState = { secret: null, positions: {} }

/** The key is part of the name only as a digest. */
export function listenStatePath(env: Terminal['env'], { url, credential }: Connection): string {
  const digest = createHash('sha256').update(`${url}\n${credential}`).digest('hex').slice(0, 32)
  return join(folderOf(env, 'state'), 'listen', `${digest}.json`)
}

export function readListenState(path: string): ListenState {
  if (!existsSync(path)) return none
  return { ...none, ...(JSON.parse(readFileSync(path, 'utf8')) as Partial<ListenState>) }
}

export const writeListenState = (path: string, state: ListenState): void =>
  writePrivateFile(path, `${JSON.stringify(state)}\n`)
