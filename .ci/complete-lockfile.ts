import { readFileSync, writeFileSync } from 'node:fs'

/**
 * npm run lockfile: adds optional platform packages that a registry mirror does not carry. `npm install` then leaves them out
 * of the lockfile, and `npm ci` refuses a lockfile without them. The packages that depend on them pin their versions, so the
 * entries need no registry request, and other platforms never download them. An argument names the lockfile of an example.
 */
type Entry = {
  version: string
  optional?: boolean
  dev?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
type Lockfile = { packages: Record<string, Entry> }

const file = process.argv[2] ?? new URL('../package-lock.json', import.meta.url)
const lockfile = JSON.parse(readFileSync(file, 'utf8')) as Lockfile

for (const entry of Object.values(lockfile.packages))
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const path = `node_modules/${name}`
    if (lockfile.packages[path] !== undefined || entry.version === undefined) continue
    lockfile.packages[path] = {
      version: range.replace(/^[\^~]/, ''),
      ...(entry.dev && { dev: true }),
      optional: true,
      ...platformOf(name),
    }
  }

const sorted = Object.entries(lockfile.packages).toSorted(([one], [two]) => (one < two ? -1 : 1))
writeFileSync(file, `${JSON.stringify({ ...lockfile, packages: Object.fromEntries(sorted) }, null, 2)}\n`)

/** These packages have the platform in their name: @scope/tool-linux-arm64-musl. */
function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/)
  const find = (known: string[]): string | undefined => known.find((word) => words.includes(word))
  const os = find(['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'])
  const cpu = find(['arm64', 'x64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32'])
  if (cpu === undefined) throw new Error(`the package name ${name} contains no known platform`)
  const libc = os === 'linux' ? (words.some((word) => word.startsWith('musl')) ? 'musl' : 'glibc') : undefined
  return { ...(os && { os: [os] }), cpu: [cpu], ...(libc && { libc: [libc] }) }
}
