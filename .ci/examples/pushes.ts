import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startFaultyProxy } from './faulty-proxy.ts'
import type { Shop } from './shop.ts'

const run = promisify(execFile)

/** A push whose first response is lost, and that is then refused for now, is stored once. A wrong one is not repeated. */
export async function checkPush(name: string, command: string[], folder: string, shop: Shop): Promise<void> {
  const proxy = await startFaultyProxy(shop.url)
  const [file, ...rest] = command
  const push = (reference: string, email: string): Promise<{ stdout: string; stderr: string; code?: number }> =>
    run(file!, [...rest, reference, email], {
      cwd: folder,
      env: { ...process.env, TIDINGS_URL: proxy.url, TIDINGS_API_KEY: shop.apiKey },
    }).catch((error: { stdout: string; stderr: string; code: number }) => error)
  try {
    const reference = `EX-push-${name}`
    proxy.plan(['lose_response', { status: 503, retryAfterSeconds: 1 }, { status: 429, retryAfterSeconds: 0 }, null])
    const { stdout } = await push(reference, `push-${name}@example.com`)
    const messages = await shop.messagesOf(reference)
    assert.equal(messages.length, 1)
    assert.match(stdout, new RegExp(`^${reference} is stored as ${messages[0]!.id}\\n$`))
    assert.deepEqual(
      proxy.keys(),
      Array.from({ length: 4 }, () => `order-${reference}-shipped`),
    )

    proxy.plan([])
    const refused = await push(reference.replace('push', 'wrong'), 'not an address')
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /was not pushed: common\.validation_failed/)
    assert.equal(proxy.keys().length, 1, 'a refusal is not repeated')

    proxy.plan([{ status: 429, retryAfterSeconds: 7200 }])
    const later = await push(reference.replace('push', 'later'), `push-${name}@example.com`)
    assert.equal(later.code, 1)
    assert.equal(proxy.keys().length, 1, 'a program does not wait for hours')
  } finally {
    proxy.stop()
  }
}
