import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { errorCodes } from '../../errors.ts'
import { failureCodeWords } from '../../failure-code-words.ts'
import { merchantOperations, operatorOperations } from '../../http/operations.ts'
import { reasonWords } from '../../reason-words.ts'
import { settings } from '../../settings.ts'
import { eventTypes } from '../../webhooks/event-types.ts'
import { anchorOf } from './anchor.ts'
import { linksIn } from './links.ts'
import { createSite } from './site.ts'

const operations = [...merchantOperations, ...operatorOperations]
const site = createSite({ url: 'https://updates.example.com', operations, policy: null })
const addresses = new Set([...site.addresses(), '/api/v1/openapi.json', '/operator/v1/openapi.json'])
const bodyOf = (address: string): string => site.file(address)!.body
const pages = site.pages()

const maxPageBytes = 60_000

describe('every page', () => {
  for (const { path, title, summary } of pages)
    test(`${path} has a title, a summary and a text in both forms, and is small`, () => {
      expect([title, summary].every((text) => text.trim() !== '')).toBe(true)
      const page = bodyOf(path)
      expect(page).toMatch(/^<!doctype html>/)
      expect(page.match(/<h1>/g)).toHaveLength(1)
      expect(page).not.toMatch(/ style=|<style|<script(?! src="\/docs\/docs\.js" defer>)| on\w+="|undefined|\[object/)
      expect(Buffer.byteLength(page)).toBeLessThan(maxPageBytes)
      expect(bodyOf(`${path}.md`)).toMatch(/^# /)
    })
  test('with its style and script is less than 60 kB compressed', () => {
    const shared = bodyOf('/docs/docs.css') + bodyOf('/docs/docs.js')
    const largest = Math.max(...pages.map(({ path }) => gzipSync(bodyOf(path) + shared).byteLength))
    expect(largest).toBeLessThan(maxPageBytes)
  })
  test('has its own address, and is in the search and in llms.txt', () => {
    const paths = pages.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
    const found = (JSON.parse(bodyOf('/docs/search.json')) as { path: string }[]).map(({ path }) => path)
    expect(found).toEqual(paths)
    const listed = linksIn(bodyOf('/llms.txt')).filter((target) => target.startsWith('/docs'))
    expect(listed.toSorted()).toEqual(paths.map((path) => `${path}.md`).toSorted())
  })
})

describe('every link and every anchor leads to something that exists:', () => {
  const anchorsIn = (address: string): Set<string> =>
    new Set([...bodyOf(address).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!))
  const headingsIn = (address: string): Set<string> =>
    new Set([...bodyOf(address).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!)))
  const broken = (from: string, targets: string[], anchorsOf: (address: string) => Set<string>): string[] =>
    targets
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => {
        const [path, anchor] = target.split('#') as [string, string | undefined]
        const address = path === '' ? from : path
        return !addresses.has(address) || (anchor !== undefined && !anchorsOf(address).has(anchor))
      })
  for (const { path } of pages)
    test(path, () => {
      const targets = [...bodyOf(path).matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, target]) => target!)
      expect(targets.length).toBeGreaterThan(10)
      expect(broken(path, targets, anchorsIn)).toEqual([])
      expect(broken(`${path}.md`, linksIn(bodyOf(`${path}.md`)), headingsIn)).toEqual([])
    })
  test('llms.txt', () => {
    expect(broken('/llms.txt', linksIn(bodyOf('/llms.txt')), headingsIn)).toEqual([])
  })
  test('the page for an unknown address', () => {
    const targets = [...site.missing('/docs/errors/mesage.not_found').matchAll(/ href="([^"]+)"/g)].map(
      ([, target]) => target!,
    )
    expect(broken('/docs', targets, anchorsIn)).toEqual([])
    expect(targets).toContain('/docs/errors/message.not_found')
  })
  test('a link that leads nowhere is found', () => {
    expect(broken('/docs', ['/docs/gone', '/docs#gone', '/docs', 'https://example.com'], anchorsIn)).toEqual([
      '/docs/gone',
      '/docs#gone',
    ])
  })
})

describe('nothing is without a page:', () => {
  const paths = new Set(pages.map(({ path }) => path))
  for (const [what, expected] of Object.entries({
    'error codes': [...Object.keys(errorCodes), ...Object.keys(failureCodeWords)].map((code) => `/docs/errors/${code}`),
    reasons: Object.keys(reasonWords).map((reason) => `/docs/reasons/${reason}`),
    events: eventTypes.map((type) => `/docs/events/${type}`),
    'operations of the merchant': merchantOperations.map(({ name }) => `/docs/reference/${name}`),
    'operations of the operator': operatorOperations.map(({ name }) => `/docs/operator/${name}`),
  }))
    test(what, () => {
      expect(expected.filter((path) => !paths.has(path))).toEqual([])
      expect(expected.length).toBeGreaterThan(0)
    })
  test('settings have a row of the configuration', () => {
    const page = bodyOf('/docs/configuration')
    expect(Object.keys(settings).filter((name) => !page.includes(`<td><code>${name}</code></td>`))).toEqual([])
  })
  test('documents of the repository', () => {
    const docs = join(import.meta.dirname, '../../../../docs')
    const files = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
    const expected = files.map((name) => `/docs/${name.replace(/(\/README)?\.md$/, '')}`)
    expect(expected.filter((path) => !paths.has(path))).toEqual([])
  })
})

describe('the page of an operation', () => {
  for (const { name, path, access } of operations)
    test(`${name} has its path, an example in four languages and the response`, () => {
      const page = bodyOf(`/docs/${access === 'key' ? 'reference' : 'operator'}/${name}`)
      expect(page).toContain(`<code>${path}</code>`)
      expect([...page.matchAll(/<div class="sample (\w+)">/g)].map(([, language]) => language)).toEqual([
        'curl',
        'typescript',
        'python',
        'php',
      ])
      expect(page).toMatch(/<p class="code-title">Response 2\d\d<\/p>/)
    })
  test('shows every field of its body and its response, with the fields inside', () => {
    const page = bodyOf('/docs/reference/pushMessage')
    for (const name of [
      'recipient_email',
      'escalate_if_unread_after_minutes',
      'wording',
      'skipped_reason',
      'escalates_at',
    ])
      expect(page).toContain(`<code class="field-name">${name}</code>`)
    expect(page).toContain('<a href="/docs/reasons/insufficient_credit"><code>insufficient_credit</code></a>')
  })
})

test('the exported files need no service: style and script are files of the site', () => {
  expect(existsSync(join(import.meta.dirname, 'docs.js'))).toBe(true)
  expect(bodyOf('/docs/docs.js')).toBe(readFileSync(join(import.meta.dirname, 'docs.js'), 'utf8'))
})

test('the navigation marks the current page, and only that', () => {
  const marked = (page: string): string[] =>
    [...page.matchAll(/href="([^"]+)" aria-current="page"/g)].map(([, path]) => path!)
  expect(marked(bodyOf('/docs/errors/message.not_found'))).toEqual(['/docs/errors/message.not_found'])
  expect(marked(site.missing('/docs/nothing'))).toEqual([])
})
