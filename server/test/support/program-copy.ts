import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const server = join(import.meta.dirname, '../..')

/** A piece of the source and what stands in its place. */
export type Patch = { file: string; find: string; put: string }
/** Where it is, and the file to run. */
export type Copy = { folder: string; program: string }
export type Release = { patches?: Patch[]; migrations?: Record<string, string> }

/**
 * The program as it stands now, or as an earlier copy has it, in a folder of its own: what is edited meanwhile does not reach a
 * process that is started later. A release may differ from it.
 */
export function copyProgram(from: string | null, folder: string, { patches = [], migrations = {} }: Release): Copy {
  const source = from === null ? server : join(from, 'server')
  const copy = join(folder, 'server')
  mkdirSync(copy, { recursive: true })
  for (const part of ['src', 'migrations', 'package.json'])
    cpSync(join(source, part), join(copy, part), { recursive: true })
  symlinkSync(join(server, 'node_modules'), join(copy, 'node_modules'))
  symlinkSync(join(server, '../node_modules'), join(folder, 'node_modules'))
  for (const patch of patches) apply(copy, patch)
  for (const [name, sql] of Object.entries(migrations)) writeFileSync(join(copy, 'migrations', `${name}.sql`), sql)
  return { folder, program: join(copy, 'src/main.ts') }
}

function apply(copy: string, patch: Patch): void {
  const path = join(copy, patch.file)
  writeFileSync(path, patched(readFileSync(path, 'utf8'), patch))
}

export function patched(source: string, { file, find, put }: Patch): string {
  const [before, after, ...more] = source.split(find)
  // A patch that matches nothing, or something else as well, would plant nothing or something else.
  if (after === undefined || more.length > 0) throw new Error(`the patch of ${file} does not match exactly once`)
  return before + put + after
}
