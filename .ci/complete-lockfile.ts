import { readFileSync, writeFileSync } from 'node:fs'

/**
 * npm run lockfile. A registry mirror may not carry the binaries of platforms it does not serve. `npm install` then
 * leaves them out of the lockfile, and `npm ci` refuses a lockfile that lacks them. Their versions are pinned by the
 * packages that name them, so the entries can be written without asking anyone; no other platform ever fetches them.
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

const file = new URL('../package-lock.json', import.meta.url)
const lockfile = JSON.parse(readFileSync(file, 'utf8')) as Lockfile

for (const entry of Object.values(lockfile.packages))
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`
    if (lockfile.packages[place] !== undefined || entry.version === undefined) continue
    lockfile.packages[place] = {
      version: range.replace(/^[\^~]/, ''),
      ...(entry.dev && { dev: true }),
      optional: true,
      ...platformOf(name),
    }
  }

const sorted = Object.entries(lockfile.packages).toSorted(([one], [two]) => (one < two ? -1 : 1))
writeFileSync(file, `${JSON.stringify({ ...lockfile, packages: Object.fromEntries(sorted) }, null, 2)}\n`)

/** Such a package is named after its platform: @scope/tool-linux-arm64-musl. */
function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/)
  const find = (known: string[]): string | undefined => known.find((word) => words.includes(word))
  const os = find(['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'])
  const cpu = find(['arm64', 'x64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32'])
  if (cpu === undefined) throw new Error(`the name ${name} does not say its platform`)
  const libc = os === 'linux' ? (words.some((word) => word.startsWith('musl')) ? 'musl' : 'glibc') : undefined
  return { ...(os && { os: [os] }), cpu: [cpu], ...(libc && { libc: [libc] }) }
}
