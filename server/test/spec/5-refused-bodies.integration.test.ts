import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { discardBurstSeconds, discardedBytesPerSecondOfParty, lingerMilliseconds } from '../../src/http/limits.ts'
import { requestHead, sendRaw } from '../support/socket.ts'
import { createTestService } from '../support/test-service.ts'

const { business, url } = await createTestService()
const run = promisify(execFile)
const mebibyte = 1024 * 1024
const burstMebibytes = (discardedBytesPerSecondOfParty * discardBurstSeconds) / mebibyte
const target = `${url}/api/v1/keys`
const home = mkdtempSync(join(tmpdir(), 'tidings-bodies-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const fileOf = (bytes: number): string => {
  const path = join(home, String(bytes))
  writeFileSync(path, Buffer.alloc(bytes, 0x20))
  return path
}

const urllib = `
import sys, urllib.request, urllib.error
body = open(sys.argv[2], 'rb').read()
try:
    urllib.request.urlopen(urllib.request.Request(sys.argv[1], body, {'Content-Type': 'application/json'}, method='POST'))
except urllib.error.HTTPError as error:
    print(error.code, error.read().decode())
`
const httpClient = `
import sys, http.client, urllib.parse
body = open(sys.argv[2], 'rb').read()
address = urllib.parse.urlparse(sys.argv[1])
connection = http.client.HTTPConnection(address.hostname, address.port)
connection.request('POST', address.path, body, {'Content-Type': 'application/json'})
response = connection.getresponse()
print(response.status, response.read().decode())
`
const headers = { 'Content-Type': 'application/json' }

/** HTTP clients that send a body and return the status and body of the response, as their users see them. */
const clients: Record<string, (bytes: number) => Promise<string>> = {
  'Python urllib': async (bytes) => (await run('python3', ['-c', urllib, target, fileOf(bytes)])).stdout,
  'Python http.client': async (bytes) => (await run('python3', ['-c', httpClient, target, fileOf(bytes)])).stdout,
  // Without the header curl would wait for 100 Continue and never send.
  curl: async (bytes) => {
    const format = ['-H', 'Expect:', '-H', 'Content-Type: application/json', '-w', '\\n%{http_code}']
    const { stdout } = await run('curl', ['-sS', ...format, '--data-binary', `@${fileOf(bytes)}`, target])
    return stdout.split('\n').toReversed().join(' ')
  },
  'Node fetch': async (bytes) => {
    const response = await fetch(target, { method: 'POST', headers, body: Buffer.alloc(bytes, 0x20) })
    return `${response.status} ${await response.text()}`
  },
  'Node http': (bytes) =>
    new Promise((resolve, reject) => {
      const sent = request(target, { method: 'POST', headers: { ...headers, 'Content-Length': bytes } }, (response) => {
        let text = `${response.statusCode} `
        response.on('data', (data: Buffer) => (text += data.toString()))
        response.once('end', () => resolve(text))
        response.once('error', reject)
      })
      sent.once('error', reject)
      sent.end(Buffer.alloc(bytes, 0x20))
    }),
}

describe('a client that sends a body over the limit receives the 413', () => {
  for (const [name, send] of Object.entries(clients))
    for (const mebibytes of [3, 5, 12])
      test(`${name}, ${mebibytes} MiB`, async () => {
        for (let round = 0; round < 3; round++)
          expect((await send(mebibytes * mebibyte)).trim()).toBe('413 {"error_code":"request.too_large"}')
      })
})

describe('a refused body is read for a limited time', () => {
  // It is read to its end or until the timeout, so a client that neither sends nor closes does not keep the connection.
  for (const [name, key, path, status] of [
    ['no key', () => '', '/api/v1/keys', 401],
    ['a wrong operator token', () => 'wrong', '/operator/v1/businesses', 401],
    ['an inactive business', inactiveKey, '/api/v1/keys', 403],
    ['a business over its rate limit', rateLimitedKey, '/api/v1/keys', 429],
  ] as const)
    test(`${name}: ${status} at once, and the connection is closed after ${lingerMilliseconds} ms`, async () => {
      const { hostname, port } = new URL(url)
      const authorization = `Bearer ${await key()}`
      const started = performance.now()
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
      socket.on('error', () => undefined)
      socket.write(requestHead('POST', path, { ...headers, Authorization: authorization, 'Content-Length': mebibyte }))
      const drip = setInterval(() => socket.write('x'), 50)
      let response = ''
      let respondedAfter = 0
      socket.on('data', (data) => {
        response += data.toString()
        respondedAfter ||= performance.now() - started
      })
      await new Promise((resolve) => socket.once('close', resolve))
      clearInterval(drip)
      expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(respondedAfter).toBeLessThan(1_000)
      expect(performance.now() - started).toBeLessThan(respondedAfter + lingerMilliseconds + 1_500)
      expect(performance.now() - started).toBeGreaterThan(lingerMilliseconds - 100)
    })

  test('the connection is closed at once when a refused body ends', async () => {
    const { closed, status, milliseconds } = await sendRaw(url, (socket) => {
      socket.write(requestHead('POST', '/api/v1/keys', { ...headers, 'Content-Length': 3 * mebibyte }))
      socket.write(Buffer.alloc(3 * mebibyte, 0x20))
    })
    expect([closed, status]).toEqual([true, 413])
    expect(milliseconds).toBeLessThan(lingerMilliseconds)
  })
})

test(`refused bodies of one address are discarded up to a burst of ${burstMebibytes} MiB, independently of another address`, async () => {
  const bytes = 12 * mebibyte
  /** Returns whether the whole body was read before the connection was closed. */
  const sendFrom = (localAddress: string): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect({ host: new URL(url).hostname, port: Number(new URL(url).port), localAddress })
      // Writing fails after the connection is reset.
      socket.on('error', () => undefined)
      socket.write(requestHead('POST', '/api/v1/keys', { ...headers, 'Content-Length': bytes }))
      let isRead = false
      socket.write(Buffer.alloc(bytes, 0x20), (error) => (isRead = !error))
      socket.resume()
      socket.once('close', () => resolve(isRead))
    })
  const started = performance.now()
  const isDiscarded: boolean[] = []
  do isDiscarded.push(await sendFrom('127.0.0.9'))
  while (isDiscarded.at(-1) && isDiscarded.length < 100)
  const allowed = burstMebibytes + ((performance.now() - started) / 1000) * (discardedBytesPerSecondOfParty / mebibyte)
  const discarded = (isDiscarded.length - 1) * 12
  expect(discarded).toBeGreaterThan(burstMebibytes - 12)
  // The body that exhausts the limit is discarded as well, and a part of each is read before the response.
  expect(discarded).toBeLessThan(allowed + 24)
  expect(await sendFrom('127.0.0.10')).toBe(true)
})

async function inactiveKey(): Promise<string> {
  const shop = await business({ active: false })
  return shop.key
}

async function rateLimitedKey(): Promise<string> {
  const shop = await business({ rate_limit_per_second: 1 })
  await Promise.all(Array.from({ length: 3 }, () => shop.call('GET', '/api/v1/credits')))
  return shop.key
}
