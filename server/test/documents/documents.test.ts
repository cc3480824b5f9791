import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { anchorOf } from '../../src/documentation/site/anchor.ts'
import { isGeneratedPage } from './generated-pages.ts'
import { type Reference, referencesOf } from './references.ts'

const root = join(import.meta.dirname, '../../..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const documents = files.filter((file) => file.endsWith('.md'))
/** Releases of the past name what existed then. */
const isHistory = (document: string): boolean => document === 'CHANGELOG.md'

const scripts = new Set([
  ...Object.keys(JSON.parse(read('package.json')).scripts),
  'ci',
  'install',
  'audit',
  'outdated',
  'pack',
  'sbom',
])
/** An example has commands of its own. */
const scriptsBeside = (document: string): string[] => {
  const manifest = join(dirname(document), 'package.json')
  return files.includes(manifest) ? Object.keys(JSON.parse(read(manifest)).scripts ?? {}) : []
}
const code = files.filter(
  (file) =>
    /\.(ts|sql|json|sh|ya?ml|txt|php|py)$|^\.ci\/\w+$/.test(file) &&
    !file.endsWith('package-lock.json') &&
    !file.startsWith('server/test/documents/'),
)
const words = new Set(code.flatMap((file) => read(file).match(/[A-Za-z_$][\w$]*(?:[.:-][\w$]+)*/g) ?? []))
const parts = new Set([...words].flatMap((word) => word.split(/[.:-]/)))
const routes = code
  .filter((file) => /^(server\/src|examples)\//.test(file))
  .map(read)
  .join('\n')
const folders = new Set(
  files.flatMap((file) =>
    dirname(file)
      .split('/')
      .map((_, index, all) => all.slice(0, index + 1).join('/')),
  ),
)

const resolves: Record<Reference['kind'], (text: string, document: string) => boolean> = {
  link(target, document) {
    const [path, anchor] = target.split('#') as [string, string | undefined]
    if (path.startsWith('/docs/')) return isGeneratedPage(path)
    const file = path === '' ? document : relative(root, resolve(root, dirname(document), path))
    if (!existsSync(join(root, file))) return false
    return anchor === undefined || statSync(join(root, file)).isDirectory() || anchorsOf(file).has(anchor)
  },
  path: (path, document) => {
    // `<name>` stands for any name.
    const plain = path.replace(/\/(\*\*)?$/, '').replaceAll(/<[^>]+>/g, '*')
    const bases = ['', 'server/', 'server/src/', 'server/test/', 'simulator/', 'docs/', `${dirname(document)}/`]
    const pattern = new RegExp(
      `^${plain
        .replaceAll('.', '\\.')
        .replaceAll('**', '.+')
        .replaceAll(/(?<!\.)\*/g, '[^/]+')}$`,
    )
    return (
      bases.some((base) => {
        const full = join(base, plain)
        return plain.includes('*')
          ? files.some((file) => file.startsWith(base) && pattern.test(file.slice(base.length)))
          : files.includes(full) ||
              folders.has(full) ||
              (!plain.includes('/') && files.some((file) => file.endsWith(`/${plain}`)))
      }) || files.some((file) => !plain.includes('*') && file.endsWith(`/${plain}`))
    )
  },
  command: (script, document) => scripts.has(script) || scriptsBeside(document).includes(script),
  route: (route) => {
    const segments = route
      .split(/[?#]/)[0]!
      .split('/')
      .filter((part) => part !== '' && !/^[{<…:]/.test(part))
    return segments.every((segment) => routes.includes(segment))
  },
  name: (name) => words.has(name) || name.split(/[.:-]/).every((part) => parts.has(part)),
}

const anchorsOf = (file: string): Set<string> =>
  new Set([...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!)))

describe('what a document names exists: paths, identifiers, commands, settings, routes and links', () => {
  for (const document of documents)
    test(document, () => {
      const unresolved = referencesOf(read(document))
        .filter(({ kind }) => !isHistory(document) || kind === 'link')
        .filter(({ kind, text }) => !resolves[kind](text, document))
      expect(unresolved.map(({ kind, text, line }) => `${document}:${line} ${kind} ${text}`)).toEqual([])
    })
})

test('a reference to something that does not exist is found, whatever its kind', () => {
  const markdown = [
    'See [there](docs/gone.md), [here](#no-such-heading) and `server/src/gone.ts`.',
    '[No reason](/docs/reasons/gone), [a reason](/docs/reasons/no_phone), [no error](/docs/errors/gone.too)',
    '`npm run gone`, `goneIdentifier`, `GONE_SETTING`, `GET /api/v1/gone-resource`',
    '```sh',
    'npm run gone-too',
    '```',
  ].join('\n')
  const missing = referencesOf(markdown).filter(({ kind, text }) => !resolves[kind](text, 'README.md'))
  expect(missing.map(({ kind, text, line }) => `${line} ${kind} ${text}`)).toEqual([
    '1 link docs/gone.md',
    '1 link #no-such-heading',
    '1 path server/src/gone.ts',
    '2 link /docs/reasons/gone',
    '2 link /docs/errors/gone.too',
    '3 command gone',
    '3 name goneIdentifier',
    '3 name GONE_SETTING',
    '3 route /api/v1/gone-resource',
    '5 command gone-too',
  ])
})

test('`npm run` lists every command with a sentence', () => {
  const without = Object.entries<string>(JSON.parse(read('package.json')).scripts).filter(
    ([, command]) => !/^: '[A-Z][^']+\.' && ./.test(command),
  )
  expect(without).toEqual([])
})
