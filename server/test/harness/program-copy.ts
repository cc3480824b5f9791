import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const server = join(import.meta.dirname, '../..')

/** Replaces `find` with `put` in a source file. */
export type Patch = { file: string; find: string; put: string }
/** The folder of the copy and the file to run. */
export type Copy = { folder: string; program: string }
export type Release = { patches?: Patch[]; migrations?: Record<string, string> }

/**
 * Copies the program, or an earlier copy of it, into `folder`, so that later edits of the source do not change processes that
 * are started later. A release adds patches and migrations to the copy.
 */
export function copyProgram(from: string | null, folder: string, { patches = [], migrations = {} }: Release): Copy {
  const source = from === null ? server : join(from, 'server')
  const copy = join(folder, 'server')
  mkdirSync(copy, { recursive: true })
  for (const part of ['src', 'migrations', 'package.json'])
    cpSync(join(source, part), join(copy, part), { recursive: true })
  symlinkSync(join(server, 'node_modules'), join(copy, 'node_modules'))
  symlinkSync(join(server, '../node_modules'), join(folder, 'node_modules'))
  for (const patch of patches) patchFile(copy, patch)
  for (const [name, sql] of Object.entries(migrations)) writeFileSync(join(copy, 'migrations', `${name}.sql`), sql)
  return { folder, program: join(copy, 'src/main.ts') }
}

function patchFile(copy: string, patch: Patch): void {
  const path = join(copy, patch.file)
  writeFileSync(path, applyPatch(readFileSync(path, 'utf8'), patch))
}

export function applyPatch(source: string, { file, find, put }: Patch): string {
  const [before, after, ...more] = source.split(find)
  // Any other number of matches would change nothing or the wrong code.
  if (after === undefined || more.length > 0) throw new Error(`the patch of ${file} does not match exactly once`)
  return before + put + after
}
