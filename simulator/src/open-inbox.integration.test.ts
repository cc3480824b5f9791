import { afterAll, afterEach, expect, test } from 'vitest'
import { startSimulator } from './simulator.ts'
import { createClient } from './test-client.ts'
import { startTestService, type TestService } from './test-service.ts'

const simulator = await startSimulator({ port: 0 })
const client = createClient(simulator)
afterAll(simulator.stop)

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await client.post('/reset', {})
})

type Pages = Record<string, { status: number; headers?: Record<string, string | string[]>; body?: string }>

/** An inbox with these pages. Every other path returns 404. */
async function startInbox(pages: Pages): Promise<TestService> {
  const inbox = await startTestService(({ method, path }) => pages[`${method} ${path}`] ?? { status: 404 })
  stops.push(inbox.stop)
  return inbox
}

async function open(text: string) {
  await client.send({ to: 'ada@example.com', text })
  return client.post('/open', { id: (await client.outbox())[0]!.id })
}

const form = '<form method="post" action="/inbox/abc/open"><input type="hidden" name="token" value="a b"></form>'

test('opening follows redirects with cookies and submits the open form', async () => {
  const inbox = await startInbox({
    'GET /inbox/abc?from=mail': {
      status: 302,
      headers: { location: '/inbox/abc', 'set-cookie': ['session=1; Path=/inbox; HttpOnly', 'gone=1; Max-Age=0'] },
    },
    'GET /inbox/abc': { status: 200, headers: { 'set-cookie': 'seen=yes; Path=/' }, body: form },
    'POST /inbox/abc/open': { status: 204 },
  })
  expect(await open(`Your order: ${inbox.url}/inbox/abc?from=mail`)).toEqual({
    status: 200,
    body: { status: 204, submitted: true },
  })

  const requests = inbox.calls.map(({ method, path, headers, body }) => [method, path, headers.cookie, body])
  expect(requests).toEqual([
    ['GET', '/inbox/abc?from=mail', undefined, ''],
    ['GET', '/inbox/abc', 'session=1', ''],
    ['POST', '/inbox/abc/open', 'session=1; seen=yes', 'token=a+b'],
  ])
  expect(inbox.calls.map(({ headers }) => headers['sec-fetch-site'])).toEqual(['none', 'none', 'same-origin'])
  expect(inbox.calls[2]!.headers).toMatchObject({
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': '9',
    origin: inbox.url,
  })
})

test('a redirect after the form is followed, and the last response is the result', async () => {
  const inbox = await startInbox({
    'GET /inbox/abc': { status: 200, body: form },
    'POST /inbox/abc/open': { status: 303, headers: { location: '/inbox/done' } },
  })
  expect(await open(`${inbox.url}/inbox/abc`)).toEqual({
    status: 502,
    body: { error: 'The inbox responded with 404', status: 404, submitted: true },
  })
  expect(inbox.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /inbox/abc',
    'POST /inbox/abc/open',
    'GET /inbox/done',
  ])
})

for (const [status, method] of [
  [301, 'GET'],
  [302, 'GET'],
  [303, 'GET'],
  [307, 'POST'],
  [308, 'POST'],
] as const)
  test(`a form that is redirected with ${status} continues as ${method}`, async () => {
    const inbox = await startInbox({
      'GET /inbox/abc': { status: 200, body: form },
      'POST /inbox/abc/open': { status, headers: { location: 'done' } },
      [`${method} /inbox/abc/done`]: { status: 200 },
    })
    expect(await open(`${inbox.url}/inbox/abc`)).toMatchObject({ status: 200 })
    const { headers, body } = inbox.calls[2]!
    expect([body, headers['content-type'], headers.origin]).toEqual(
      method === 'POST' ? ['token=a+b', 'application/x-www-form-urlencoded', inbox.url] : ['', undefined, undefined],
    )
  })

test('a redirect without a location is not followed', async () => {
  const inbox = await startInbox({ 'GET /inbox/abc': { status: 302 } })
  expect(await open(`${inbox.url}/inbox/abc`)).toEqual({ status: 200, body: { status: 302, submitted: false } })
})

test('a page without the form is requested once and nothing is submitted', async () => {
  const inbox = await startInbox({ 'GET /inbox/abc': { status: 200, body: '<p>Hello</p>' } })
  expect(await open(`${inbox.url}/inbox/abc`)).toEqual({ status: 200, body: { status: 200, submitted: false } })
  expect(inbox.calls).toHaveLength(1)
})

for (const [failure, pages, body] of [
  [
    'the page is an error',
    { 'GET /inbox/abc': { status: 410, body: form } },
    { error: 'The inbox responded with 410', status: 410, submitted: false },
  ],
  [
    'the form is refused',
    { 'GET /inbox/abc': { status: 200, body: form }, 'POST /inbox/abc/open': { status: 403 } },
    { error: 'The inbox responded with 403', status: 403, submitted: true },
  ],
  [
    'redirects do not end',
    { 'GET /inbox/abc': { status: 302, headers: { location: '/inbox/abc' } } },
    { error: 'More than 20 redirects' },
  ],
  [
    'a redirect leads to another machine',
    { 'GET /inbox/abc': { status: 302, headers: { location: 'http://192.0.2.1/' } } },
    { error: 'http://192.0.2.1 is not a loopback address, so it is not opened' },
  ],
] as [string, Pages, object][])
  test(`${failure} → 502`, async () => {
    const inbox = await startInbox(pages)
    expect(await open(`${inbox.url}/inbox/abc`)).toEqual({ status: 502, body })
  })

test('no response → 502', async () => {
  const inbox = await startTestService()
  await inbox.stop()
  expect(await open(`${inbox.url}/inbox/abc`)).toEqual({ status: 502, body: { error: `${inbox.url} did not respond` } })
})

for (const link of ['http://192.0.2.1/inbox/abc', 'https://127.0.0.1/inbox/abc', 'http://127.0.0.1.example/inbox/abc'])
  test(`an address that is not loopback HTTP is not requested: ${link} → 502`, async () => {
    expect(await open(link)).toMatchObject({
      status: 502,
      body: { error: `${new URL(link).origin} is not a loopback address, so it is not opened` },
    })
  })

test('an email without a link → 422', async () => {
  expect(await open('Hello')).toEqual({ status: 422, body: { error: 'This item has no link to the inbox' } })
})

for (const [body, status, error] of [
  [{ id: 'gone' }, 404, 'The outbox has no item gone'],
  [{}, 422, 'id must be the id of an item of the outbox'],
  [{ id: 'gone', mail: 1 }, 422, 'Unknown field mail'],
] as const)
  test(`POST /open ${JSON.stringify(body)} → ${status}`, async () => {
    expect(await client.post('/open', body)).toEqual({ status, body: { error } })
  })
