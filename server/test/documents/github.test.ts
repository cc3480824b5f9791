import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '../../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const filesOf = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)))

test('every YAML and JSON file of .github can be parsed', () => {
  const files = filesOf('.github/**.yml', '.github/**.yaml', '.github/**.json')
  expect(files.length).toBeGreaterThan(3)
  for (const file of files) expect(parse(read(file)), file).toBeTypeOf('object')
})

type Workflow = {
  permissions: Record<string, string>
  concurrency: object
  jobs: Record<
    string,
    { 'timeout-minutes': number; container: { image: string }; steps: { run?: string; uses?: string }[] }
  >
}

describe('workflows', () => {
  for (const file of filesOf('.github/workflows/')) {
    const text = read(file)
    const { permissions, concurrency, jobs } = parse(text) as Workflow
    const steps = Object.values(jobs).flatMap((job) => job.steps)

    test(`${file} may only read, and ends`, () => {
      expect(permissions).toEqual({ contents: 'read' })
      expect(concurrency).toBeTypeOf('object')
      for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeLessThanOrEqual(90)
    })
    test(`${file} pins each action to a commit, with its version beside it`, () => {
      const used = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action!)
      expect(used).toHaveLength(steps.filter(({ uses }) => uses !== undefined).length)
      for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    })
    test(`${file} runs scripts that exist, on the Node of the project`, () => {
      const scripts = steps.flatMap(({ run }) => [...(run ?? '').matchAll(/\bbash (\S+)/g)].map(([, path]) => path!))
      expect(scripts).toContain('.ci/run')
      expect(scripts.filter((path) => !existsSync(join(root, path)))).toEqual([])
      for (const { container } of Object.values(jobs))
        expect(container.image.replace(/@sha256:[0-9a-f]{64}$/, '')).toBe(`node:${process.versions.node}-bookworm`)
    })
  }
})

describe('owners and labels', () => {
  const owners = read('.github/CODEOWNERS')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/))
  const contributing = read('CONTRIBUTING.md')

  test('each path of CODEOWNERS exists, and each owner is a team that CONTRIBUTING.md explains', () => {
    for (const [path, ...teams] of owners) {
      expect(
        filesOf(path === '*' ? path : `:(glob)${path!.replace(/^\//, '').replace(/\/$/, '/**')}`),
        path,
      ).not.toEqual([])
      expect(teams).not.toEqual([])
      for (const team of teams) expect(contributing).toContain(`\`${team}\``)
    }
  })
  test('the link to SECURITY.md leads to the repository of the owners', () => {
    const { contact_links: links } = parse(read('.github/ISSUE_TEMPLATE/config.yml')) as {
      contact_links: { url: string; about: string }[]
    }
    const owner = owners[0]![1]!.slice(1).split('/')[0]!
    expect(links.map(({ url }) => url)).toEqual([`https://github.com/${owner}/tidings/security/policy`])
    expect(existsSync(join(root, 'SECURITY.md'))).toBe(true)
  })
  test('each label that a form or Renovate sets is in CONTRIBUTING.md', () => {
    const forms = formFiles().map((file) => parse(read(file)) as Form)
    const { labels } = JSON.parse(read('renovate.json')) as { labels: string[] }
    for (const label of [...labels, ...forms.flatMap((form) => form.labels)])
      expect(contributing).toMatch(new RegExp(`^\\| \`${label}\` \\|`, 'm'))
  })
})

type Form = {
  name: string
  description: string
  labels: string[]
  body: { type: string; id?: string; attributes: Record<string, unknown> }[]
}
const formFiles = (): string[] =>
  filesOf('.github/ISSUE_TEMPLATE/*.yml').filter((file) => !file.endsWith('/config.yml'))

describe('issue forms', () => {
  test('there is one for a bug and one for an idea', () => {
    expect(formFiles()).toEqual(['.github/ISSUE_TEMPLATE/bug.yml', '.github/ISSUE_TEMPLATE/idea.yml'])
  })
  for (const file of formFiles()) {
    const form = parse(read(file)) as Form

    test(`${file} has what GitHub requires`, () => {
      expect(Object.keys(form)).toEqual(['name', 'description', 'labels', 'body'])
      const ids = form.body.flatMap(({ id }) => id ?? [])
      expect(new Set(ids).size).toBe(ids.length)
      for (const { type, id, attributes } of form.body) {
        expect(['markdown', 'textarea', 'input', 'dropdown']).toContain(type)
        expect(attributes[type === 'markdown' ? 'value' : 'label'], id).toBeTypeOf('string')
        if (type === 'dropdown') expect(attributes['options'], id).toBeInstanceOf(Array)
      }
    })
    test(`${file} names commands that exist`, () => {
      const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
      for (const [, script] of read(file).matchAll(/`npm run ([\w:-]+)/g))
        expect(Object.keys(scripts)).toContain(script)
    })
  }
})

describe('renovate.json', () => {
  const config = JSON.parse(read('renovate.json')) as {
    automerge: boolean
    rangeStrategy: string
    packageRules: { automerge?: boolean; matchFileNames?: string[]; matchPackageNames?: string[] }[]
  }
  const dependencies = new Set(
    filesOf('package.json', '*/package.json', 'sdk/runtimes/package.json').flatMap((file) => {
      const manifest = JSON.parse(read(file)) as Record<string, Record<string, string> | undefined>
      return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
        Object.keys(manifest[kind] ?? {}),
      )
    }),
  )

  test('versions are exact, and nothing is merged automatically', () => {
    expect(config).toMatchObject({ automerge: false, rangeStrategy: 'pin', minimumReleaseAge: '7 days' })
    expect(config.packageRules.filter(({ automerge }) => automerge !== undefined)).toEqual([])
  })
  test('each rule is about a package that is used', () => {
    const names = config.packageRules.flatMap((rule) => rule.matchPackageNames ?? [])
    // `node` is the image of the workflow.
    const unused = names.filter((name) => !name.endsWith('/**') && name !== 'node' && !dependencies.has(name))
    expect(unused).toEqual([])
  })
})
