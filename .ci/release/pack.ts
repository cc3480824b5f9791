import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * Packs the committed state into a folder: the client, the command line, the source of the service with its bill of materials,
 * and the digests of all. The same commit gives the same bytes: no file has the time of its packing, and the Node of the project
 * compresses.
 */
export function packRelease(root: string, version: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // The command line is compiled against the types of the client, so the client is built first.
  for (const workspace of ['sdk', 'cli'])
    execFileSync('npm', ['pack', '--silent', '--workspace', workspace, '--pack-destination', folder], {
      cwd: root,
      // The errors of the compiler are on the standard output of npm.
      stdio: ['ignore', 2, 2],
    })
  const name = `tidings-server-${version}`
  const tar = execFileSync('git', ['archive', '--format=tar', `--prefix=${name}/`, 'HEAD'], {
    cwd: root,
    maxBuffer: 2 ** 30,
  })
  writeFileSync(join(folder, `${name}.tar.gz`), gzipSync(tar, { level: 9 }))
  writeFileSync(join(folder, `${name}.cdx.json`), billOfMaterials(root))
  const digestOf = (file: string): string =>
    createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex')
  const files = readdirSync(folder).toSorted()
  writeFileSync(join(folder, 'SHA256SUMS'), files.map((file) => `${digestOf(file)}  ${file}\n`).join(''))
}

/**
 * What the service needs at run time, in CycloneDX. `npm sbom --omit dev` leaves out every package that a tool needs too, such as
 * pg, so npm describes a copy of the manifests without tools and without the other workspaces.
 */
function billOfMaterials(root: string): string {
  // npm names the project after its folder.
  const scratch = mkdtempSync(join(tmpdir(), 'tidings-release-'))
  const folder = join(scratch, 'tidings')
  try {
    mkdirSync(join(folder, 'server'), { recursive: true })
    for (const file of ['package.json', 'package-lock.json', '.npmrc', 'server/package.json'])
      cpSync(join(root, file), join(folder, file))
    change(join(folder, 'server/package.json'), ({ name, version, dependencies }) => ({ name, version, dependencies }))
    change(join(folder, 'package.json'), ({ name, version }) => ({ name, version, workspaces: ['server'] }))
    const npm = (...args: string[]): string =>
      execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    // Removes from the lockfile what is no longer required; versions and digests do not change.
    npm('install', '--package-lock-only', '--offline', '--ignore-scripts')
    const bill = JSON.parse(npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only')) as { metadata: Json }
    const timestamp = execFileSync('git', ['log', '-1', '--format=%cI'], { cwd: root, encoding: 'utf8' }).trim()
    return `${JSON.stringify({ ...bill, serialNumber: undefined, metadata: { ...bill.metadata, timestamp } }, null, 2)}\n`
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

type Json = Record<string, unknown>

function change(file: string, edit: (manifest: Json) => Json): void {
  writeFileSync(file, JSON.stringify(edit(JSON.parse(readFileSync(file, 'utf8')) as Json), null, 2))
}
