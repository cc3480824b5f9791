import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readChangelog, releaseChangelog } from '../../.ci/release/changelog.ts'
import { planRelease, type ReleaseFacts } from '../../.ci/release/release.decide.ts'
import { setVersion } from '../../.ci/release/set-version.ts'

const root = join(import.meta.dirname, '../..')
const facts: ReleaseFacts = {
  requested: null,
  current: '0.3.1',
  released: '0.3.1',
  unreleased: ['Added'],
  tags: ['v0.3.0', 'v0.3.1'],
  isClean: true,
}

describe('the version of a release', () => {
  for (const [what, changed, expected] of [
    ['an addition increases the minor', {}, { version: '0.4.0' }],
    ['a change increases the minor', { unreleased: ['Changed', 'Fixed'] }, { version: '0.4.0' }],
    ['fixes increase the patch', { unreleased: ['Fixed', 'Security'] }, { version: '0.3.2' }],
    ['before 1.0 a removal increases the minor', { unreleased: ['Removed'] }, { version: '0.4.0' }],
    [
      'from 1.0 a removal increases the major',
      { unreleased: ['Added', 'Removed'], released: '1.9.4', current: '1.9.4' },
      { version: '2.0.0' },
    ],
    ['versions are numbers', { released: '0.9.9', current: '0.9.9' }, { version: '0.10.0' }],
    ['the first release has the current version', { released: null, current: '0.1.0' }, { version: '0.1.0' }],
    ['the caller may give another one', { requested: '1.0.0' }, { version: '1.0.0' }],
    ['a changed tree is refused', { isClean: false }, { refusal: 'The work tree has changes that are not committed.' }],
    [
      'a release without entries is refused',
      { unreleased: [] },
      { refusal: 'The section Unreleased of CHANGELOG.md has no entries.' },
    ],
    [
      'the same version is refused',
      { requested: '0.3.1' },
      { refusal: '0.3.1 is not higher than 0.3.1, the newest release of CHANGELOG.md.' },
    ],
    [
      'a lower version is refused',
      { requested: '0.2.9' },
      { refusal: '0.2.9 is not higher than 0.3.1, the newest release of CHANGELOG.md.' },
    ],
    [
      'the first release is not lower than the current version',
      { requested: '0.0.9', released: null, current: '0.1.0' },
      { refusal: '0.0.9 is lower than 0.1.0, the version of package.json.' },
    ],
    ['an existing tag is refused', { tags: ['v0.4.0'] }, { refusal: 'The tag v0.4.0 exists.' }],
    ['another form is refused', { requested: 'v1' }, { refusal: 'v1 is not a version such as 1.2.3.' }],
    ['a leading zero is refused', { requested: '1.02.0' }, { refusal: '1.02.0 is not a version such as 1.2.3.' }],
  ] as [string, Partial<ReleaseFacts>, object][])
    test(what, () => {
      expect(planRelease({ ...facts, ...changed })).toEqual(expected)
    })
})

describe('the changelog', () => {
  const changelog = [
    '# Changelog',
    '',
    '## [Unreleased]',
    '',
    '### Added',
    '',
    'For the merchant:',
    '',
    '- A thing.',
    '',
    '### Removed',
    '',
    '## [0.2.0] - 2026-01-31',
    '',
    '### Fixed',
    '',
    '- Another thing.',
    '',
  ].join('\n')

  test('its newest release is found, and the kinds of changes that have entries', () => {
    expect(readChangelog(changelog)).toEqual({ released: '0.2.0', unreleased: ['Added'] })
  })
  test('a release gets what is unreleased, and nothing is unreleased then', () => {
    const released = releaseChangelog(changelog, '0.3.0', '2026-02-28')
    expect(released).toBe(changelog.replace('## [Unreleased]\n', '## [Unreleased]\n\n## [0.3.0] - 2026-02-28\n'))
    expect(readChangelog(released)).toEqual({ released: '0.3.0', unreleased: [] })
  })
  test('the changelog of this repository has this form', () => {
    const { unreleased } = readChangelog(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))
    for (const kind of unreleased)
      expect(['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']).toContain(kind)
  })
})

describe('the version in package.json and package-lock.json', () => {
  const ours = ['@tidings/repository', '@tidings/server', '@tidings/client', 'tidings']

  test('is set where our packages are described or required, and nowhere else', () => {
    const lockfile = (version: string): object => ({
      name: '@tidings/repository',
      version,
      lockfileVersion: 3,
      packages: {
        '': { name: '@tidings/repository', version, devDependencies: { vitest: '0.1.0' } },
        cli: { name: 'tidings', version, dependencies: { '@tidings/client': version, commander: '0.1.0' } },
        'node_modules/@tidings/client': { resolved: 'sdk', link: true },
        'node_modules/commander': { version: '0.1.0' },
        'examples/node_modules/@tidings/client': { version },
      },
    })
    const text = JSON.stringify(lockfile('0.1.0'))
    expect(JSON.parse(setVersion(text, ours, '0.2.0'))).toEqual(lockfile('0.2.0'))
  })

  const files = execFileSync('git', ['ls-files', '*package.json', '*package-lock.json'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of files.trim().split('\n'))
    test(`${file} is otherwise not changed`, () => {
      const text = readFileSync(join(root, file), 'utf8')
      const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
      expect(setVersion(text, ours, version)).toBe(text)
    })
})
