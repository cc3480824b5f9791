import { type Line, ok, problem, warning } from './lines.decide.ts'

/** Free space where it is known: of the database if it is on this machine, and of temporary files. */
export type DiskFacts = { name: string; path: string; freeBytes: number; totalBytes: number }[]

const mebibyte = 1024 * 1024
/** A disk with less than this much is full within minutes of load, whatever its size. */
const problemBytes = 200 * mebibyte
const warningBytes = 2048 * mebibyte
const warningShare = 0.05

export function diskLines(disks: DiskFacts): Line[] {
  const lines = disks.flatMap(({ name, path, freeBytes, totalBytes }): Line[] => {
    const found = `${Math.floor(freeBytes / mebibyte)} MiB are free for ${name} (${path})`
    if (freeBytes < problemBytes)
      return [
        problem('disk', found, `Delete files on the disk of ${path}, or enlarge it; a database without space stops.`),
      ]
    return freeBytes < warningBytes || freeBytes < totalBytes * warningShare
      ? [warning('disk', found, `Enlarge the disk of ${path}.`)]
      : []
  })
  if (lines.length > 0) return lines
  return [
    ok(
      'disk',
      disks.length === 0
        ? 'no disk of this machine is used'
        : `enough space for ${disks.map(({ name }) => name).join(', ')}`,
    ),
  ]
}
