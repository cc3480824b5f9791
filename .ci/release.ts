import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readChangelog, releaseChangelog } from './release/changelog.ts'
import { packRelease } from './release/pack.ts'
import { planRelease } from './release/release.decide.ts'
import { setVersion } from './release/set-version.ts'

/**
 * npm run release: commits and tags a release and packs it to dist/. Pushes and publishes nothing. The version follows from the
 * section Unreleased of CHANGELOG.md, or is the argument.
 */
const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trimEnd()
const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const manifestOf = (file: string): { name: string; version: string; workspaces: string[] } => JSON.parse(read(file))

const { version: current, name, workspaces } = manifestOf('package.json')
const plan = planRelease({
  requested: process.argv[2] ?? null,
  current,
  ...readChangelog(read('CHANGELOG.md')),
  tags: lines(git('tag', '--list')),
  isClean: git('status', '--porcelain') === '',
})
if ('refusal' in plan) {
  process.stderr.write(`${plan.refusal} Nothing was changed.\n`)
  process.exitCode = 1
} else {
  const before = git('rev-parse', 'HEAD')
  try {
    release(plan.version)
  } catch (error) {
    // The work tree was clean, so this loses nothing, and the command can be repeated.
    git('reset', '--hard', '--quiet', before)
    rmSync(dist, { recursive: true, force: true })
    process.stderr.write(`The release failed, and the repository is as it was before, at ${before}.\n`)
    throw error
  }
  process.stdout.write(nextSteps(plan.version))
}

function release(version: string): void {
  const ours = [name, ...workspaces.map((workspace) => manifestOf(`${workspace}/package.json`).name)]
  for (const file of lines(git('ls-files', '*package.json', '*package-lock.json')))
    writeFileSync(join(root, file), setVersion(read(file), ours, version))
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(join(root, 'CHANGELOG.md'), releaseChangelog(read('CHANGELOG.md'), version, date))
  git('commit', '--quiet', '--all', '--message', `Release ${version}`)
  packRelease(root, version, dist)
  git('tag', '--annotate', `v${version}`, '--message', `Tidings ${version}`)
}

function nextSteps(version: string): string {
  return [
    `Tidings ${version} is committed, tagged v${version} and packed:`,
    ...lines(read('dist/SHA256SUMS')).map((line) => `  ${line}`),
    'Nothing was pushed or published. If CI passes for this commit:',
    `  git push --atomic origin HEAD v${version}`,
    `  npm publish dist/tidings-client-${version}.tgz --access public`,
    `  npm publish dist/tidings-${version}.tgz`,
    'Otherwise remove it and repeat the release later:',
    `  git tag --delete v${version} && git reset --hard HEAD~1`,
    '',
  ].join('\n')
}
