import { describe, expect, test } from 'vitest'
import { createTestService } from './support/test-service.ts'

const { call, config } = await createTestService({ role: 'api' })

const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

describe('a file of the documentation is served without a key, with a strict policy, and may be cached:', () => {
  for (const [path, contentType] of [
    ['/docs', 'text/html; charset=utf-8'],
    ['/docs/', 'text/html; charset=utf-8'],
    ['/docs/guides/webhooks', 'text/html; charset=utf-8'],
    ['/docs/reference/pushMessage', 'text/html; charset=utf-8'],
    ['/docs/errors/message.not_found', 'text/html; charset=utf-8'],
    ['/docs.md', 'text/markdown; charset=utf-8'],
    ['/docs/errors/message.not_found.md', 'text/markdown; charset=utf-8'],
    ['/docs/docs.css', 'text/css; charset=utf-8'],
    ['/docs/docs.js', 'text/javascript; charset=utf-8'],
    ['/docs/search.json', 'application/json; charset=utf-8'],
    ['/llms.txt', 'text/plain; charset=utf-8'],
  ] as const)
    test(path, async () => {
      const { status, headers, text } = await call('GET', path)
      expect([status, headers['content-type'], headers['content-security-policy']]).toEqual([200, contentType, policy])
      expect([headers['cache-control'], headers['x-content-type-options'], headers['referrer-policy']]).toEqual([
        'public, max-age=300',
        'nosniff',
        'no-referrer',
      ])
      const again = await call('GET', path, { headers: { 'If-None-Match': String(headers['etag']) } })
      expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', headers['etag']])
      const other = await call('GET', path, { headers: { 'If-None-Match': '"other"' } })
      expect([other.status, other.text === text]).toEqual([200, true])
      const head = await call('HEAD', path)
      expect([head.status, head.text, head.headers['content-length']]).toEqual([
        200,
        '',
        String(Buffer.byteLength(text)),
      ])
    })
})

test('the first page has the address of this service in its commands', async () => {
  expect((await call('GET', '/docs.md')).text).toContain(`export TIDINGS_URL=${config.publicUrl}\n`)
})

describe('an unknown page is 404', () => {
  for (const path of [
    '/docs/nothing',
    '/docs/errors/constructor',
    '/docs/__proto__',
    '/docs/errors/..%2f..%2fetc',
    '/docs/x.md',
  ])
    test(`${path}: a page that offers others and does not repeat the address`, async () => {
      const { status, headers, text } = await call('GET', path)
      expect([status, headers['content-type'], headers['content-security-policy']]).toEqual([
        404,
        'text/html; charset=utf-8',
        policy,
      ])
      expect(text).toContain('This page does not exist')
      expect(text).toMatch(/<ul class="entries">\s*<li><a href="\/docs/)
      expect(text).not.toContain('constructor')
      expect(headers['cache-control']).toBe('no-store')
    })
  test('with the nearest pages first', async () => {
    const { text } = await call('GET', '/docs/errors/mesage.not_found')
    expect(text).toContain('href="/docs/errors/message.not_found"')
  })
  test('below the pages, as JSON', async () => {
    const { status, json } = await call('GET', '/docs/errors/a/b')
    expect([status, json]).toEqual([404, { error_code: 'common.not_found' }])
  })
})

test('another method is refused', async () => {
  expect((await call('POST', '/docs/errors/message.not_found')).status).toBe(405)
})
