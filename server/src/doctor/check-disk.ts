import { statfs } from 'node:fs/promises'
import { type DiskFacts, diskLines } from './disk.decide.ts'
import type { Line } from './lines.decide.ts'

export async function checkDisk(folders: { name: string; path: string }[]): Promise<Line[]> {
  const disks = await Promise.all(folders.map(measure))
  return diskLines(disks.flat())
}

/** Empty if the folder cannot be measured from this machine, such as that of a database in a container. */
async function measure({ name, path }: { name: string; path: string }): Promise<DiskFacts> {
  try {
    const { bavail, blocks, bsize } = await statfs(path)
    return blocks === 0 ? [] : [{ name, path, freeBytes: bavail * bsize, totalBytes: blocks * bsize }]
  } catch {
    return []
  }
}
