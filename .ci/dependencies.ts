import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A package of a lockfile or of a node_modules folder. `path` is its key in the lockfile. */
export type Dependency = {
  path: string
  name: string
  version: string
  /** SPDX. Null if the package states none. */
  licence: string | null
  isProduction: boolean
  hasInstallScript: boolean
}

type Entry = {
  version: string
  name?: string
  license?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  devOptional?: boolean
  hasInstallScript?: boolean
  optionalDependencies?: Record<string, string>
}

/** Every package of a lockfile, for all platforms, without our own. */
export function readLockfile(file: string): Dependency[] {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> }
  return Object.entries(packages)
    .filter(([path, entry]) => path.includes('node_modules/') && entry.link !== true)
    .map(([path, entry]) => {
      const name = entry.name ?? nameOf(path)
      return {
        path,
        name,
        version: entry.version,
        licence: entry.license ?? (entry.integrity === undefined ? licenceOfParent(packages, name) : null),
        isProduction: entry.dev !== true && entry.devOptional !== true,
        hasInstallScript: entry.hasInstallScript === true,
      }
    })
}

/** Every package below a node_modules folder as its own package.json describes it. */
export function readInstalled(root: string, folder = join(root, 'node_modules')): Omit<Dependency, 'isProduction'>[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name }) => {
      const path = join(folder, name)
      if (name.startsWith('@')) return readInstalled(root, path)
      const inside = readInstalled(root, join(path, 'node_modules'))
      return existsSync(join(path, 'package.json')) ? [readPackage(root, path), ...inside] : inside
    })
}

function readPackage(root: string, path: string): Omit<Dependency, 'isProduction'> {
  const { name, version, license, scripts } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as {
    name: string
    version: string
    license?: string
    scripts?: Record<string, string>
  }
  return {
    path: relative(root, path),
    name,
    version,
    licence: license ?? null,
    // npm runs node-gyp for a binding.gyp, also without a script.
    hasInstallScript:
      ['preinstall', 'install', 'postinstall'].some((script) => scripts?.[script] !== undefined) ||
      existsSync(join(path, 'binding.gyp')),
  }
}

/**
 * An entry that `npm run lockfile` added has no licence, because the mirror lacks the package. It is the binary of another
 * platform, released together with the package that lists it.
 */
function licenceOfParent(packages: Record<string, Entry>, name: string): string | null {
  const parent = Object.values(packages).find((entry) => entry.optionalDependencies?.[name] !== undefined)
  return parent?.license ?? null
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
