import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** `npm run release` in a repository of its own with the files of this one: real git, real npm pack. */
const root = join(import.meta.dirname, '../..')
const scratch = mkdtempSync(join(tmpdir(), 'tidings-release-test-'))
const repository = join(scratch, 'repository')
const dist = join(repository, 'dist')
const env = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'A maintainer',
  GIT_AUTHOR_EMAIL: 'maintainer@example.com',
  GIT_COMMITTER_NAME: 'A maintainer',
  GIT_COMMITTER_EMAIL: 'maintainer@example.com',
  GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z',
  GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z',
}
const run = (command: string, args: string[], cwd = repository): string =>
  execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
const git = (...args: string[]): string => run('git', args)
const read = (file: string): string => readFileSync(join(repository, file), 'utf8')
const release = (...args: string[]): { status: number | null; output: string } => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'release', '--', ...args], {
    cwd: repository,
    env,
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}
/** What a refused release must not change. */
const state = (): string[] => [git('rev-parse', 'HEAD'), git('tag', '--list'), git('status', '--porcelain')]

beforeAll(() => {
  mkdirSync(repository)
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
    .toString()
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)))
  const archive = execFileSync('tar', ['--create', '--null', '--files-from=-'], {
    cwd: root,
    input: files.join('\0'),
    maxBuffer: 2 ** 30,
  })
  execFileSync('tar', ['--extract'], { cwd: repository, input: archive })
  linkModules()
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Add everything')
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** The packages of this repository, but our own ones from the other repository. */
function linkModules(): void {
  const modules = join(repository, 'node_modules')
  mkdirSync(join(modules, '@tidings'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@tidings' && name !== 'tidings') symlinkSync(join(root, 'node_modules', name), join(modules, name))
  symlinkSync('../../sdk', join(modules, '@tidings/client'))
}

test('a release is committed, tagged and packed, and its packages can be installed', () => {
  expect(release('0.9.0')).toMatchObject({ status: 0, output: expect.stringContaining('Nothing was pushed') })

  expect(git('log', '-1', '--format=%s')).toBe('Release 0.9.0')
  expect(git('cat-file', '-t', 'v0.9.0')).toBe('tag')
  expect(git('rev-parse', 'v0.9.0^{commit}')).toBe(git('rev-parse', 'HEAD'))
  expect(git('status', '--porcelain')).toBe('')
  expect(read('CHANGELOG.md')).toMatch(/^## \[Unreleased\]\n\n## \[0\.9\.0\] - \d{4}-\d\d-\d\d\n\n### Added\n/m)
  for (const folder of ['.', 'server', 'simulator', 'bench', 'sdk', 'cli'])
    expect(JSON.parse(read(`${folder}/package.json`)).version, folder).toBe('0.9.0')
  // npm compares each package.json with the lockfile, and has nothing to change.
  run('npm', ['install', '--package-lock-only', '--offline', '--ignore-scripts'])
  expect(git('status', '--porcelain')).toBe('')

  expect(readdirSync(dist).toSorted()).toEqual([
    'SHA256SUMS',
    'tidings-0.9.0.tgz',
    'tidings-client-0.9.0.tgz',
    'tidings-server-0.9.0.cdx.json',
    'tidings-server-0.9.0.tar.gz',
  ])
  expect(run('sha256sum', ['--check', 'SHA256SUMS'], dist).match(/: OK$/gm)).toHaveLength(4)
  const names = run('tar', ['--list', '--file', 'tidings-server-0.9.0.tar.gz'], dist).split('\n')
  expect(names).toContain('tidings-server-0.9.0/server/src/main.ts')
  expect(names.filter((name) => name.includes('node_modules/'))).toEqual([])
  const bill = JSON.parse(read('dist/tidings-server-0.9.0.cdx.json')) as { components: { name: string }[] }
  const components = bill.components.map(({ name }) => name)
  expect(components).toEqual(expect.arrayContaining(['pg', 'undici', 'pino', 'jose']))
  for (const tool of ['vitest', 'smtp-server', 'typescript']) expect(components).not.toContain(tool)

  const shop = join(scratch, 'shop')
  mkdirSync(shop)
  writeFileSync(join(shop, 'package.json'), '{ "private": true, "type": "module" }')
  const packages = ['tidings-client-0.9.0.tgz', 'tidings-0.9.0.tgz'].map((file) => join(dist, file))
  run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages], shop)
  expect(run(join(shop, 'node_modules/.bin/tidings'), ['--version'], shop)).toBe('0.9.0')
  const program = "import { Tidings } from '@tidings/client'; console.log(typeof Tidings)"
  expect(run('node', ['--input-type=module', '--eval', program], shop)).toBe('function')
})

test('the same commit is packed to the same bytes', () => {
  const sums = read('dist/SHA256SUMS')
  const commit = git('rev-parse', 'HEAD')
  git('tag', '--delete', 'v0.9.0')
  git('reset', '--quiet', '--hard', 'HEAD~1')
  expect(release('0.9.0').status).toBe(0)
  expect(git('rev-parse', 'HEAD')).toBe(commit)
  expect(read('dist/SHA256SUMS')).toBe(sums)
})

test('a release is refused, and changes nothing, when there is nothing to release or the tree is dirty', () => {
  const before = state()
  expect(release()).toEqual({
    status: 1,
    output: 'The section Unreleased of CHANGELOG.md has no entries. Nothing was changed.\n',
  })
  expect(state()).toEqual(before)

  appendFileSync(join(repository, 'README.md'), '\n')
  const dirty = state()
  expect(release('0.10.0').output).toContain('The work tree has changes that are not committed.')
  expect(state()).toEqual(dirty)
  git('checkout', '--quiet', 'README.md')
})

test('a release that cannot be packed leaves the repository as it was', () => {
  const changelog = read('CHANGELOG.md').replace('## [Unreleased]\n', '## [Unreleased]\n\n### Fixed\n\n- A thing.\n')
  writeFileSync(join(repository, 'CHANGELOG.md'), changelog)
  appendFileSync(join(repository, 'sdk/src/index.ts'), '\nexport const broken: number = "text"\n')
  git('commit', '--quiet', '--all', '--message', 'Break the client')
  const before = state()
  expect(release()).toMatchObject({ status: 1, output: expect.stringContaining('index.ts') })
  expect(state()).toEqual(before)
  expect(existsSync(dist)).toBe(false)
})
