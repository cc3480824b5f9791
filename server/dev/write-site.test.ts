import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const program = join(import.meta.dirname, 'write-site.ts')
const folder = mkdtempSync(join(tmpdir(), 'tidings-docs-'))
afterAll(() => rmSync(folder, { recursive: true }))
const read = (file: string): string => readFileSync(join(folder, file), 'utf8')

test('npm run docs writes a site that needs no service, with the given address in its examples', () => {
  execFileSync(process.execPath, [program, '--out', folder, '--url', 'https://updates.shop.example'])
  for (const file of [
    'index.html',
    '404.html',
    'docs/index.html',
    'docs.md',
    'docs/errors/message.not_found/index.html',
    'docs/errors/message.not_found.md',
    'docs/docs.css',
    'docs/docs.js',
    'docs/search.json',
    'docs/postman.json',
    'llms.txt',
    'api/v1/openapi.json',
    'operator/v1/openapi.json',
  ])
    expect(existsSync(join(folder, file)), file).toBe(true)
  expect(read('docs/index.html')).toContain('TIDINGS_URL=https://updates.shop.example')
  expect(read('docs/index.html')).toMatch(
    /<meta http-equiv="Content-Security-Policy" content="default-src [^"]*script-src &#39;self&#39;/,
  )
})

test('without a folder it states how it is used', () => {
  const { status, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8' })
  expect([status, stderr.split('\n')[0]]).toEqual([2, expect.stringMatching(/^Usage: npm run docs/)])
})
