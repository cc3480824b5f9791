import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/idempotency-and-retries.md'), 'utf8')
const [, loop] = /```ts\n([\s\S]*?)```/.exec(guide)!

/** How the server treats the first requests. `reset` closes the connection without a response. */
type Treatment = 'reset' | { status: number; body: string }
const inProgress = { status: 409, body: '{"error_code":"idempotency.request_in_progress"}' }

for (const [what, treatments, expected] of [
  [
    'repeats a request without a response, a 429 and a 503',
    ['reset', { status: 429, body: '' }, { status: 503, body: '' }, { status: 201, body: '' }],
    '201',
  ],
  ['repeats a request whose first is still running', [inProgress, { status: 201, body: '' }], '201'],
  ['does not repeat another 409', [{ status: 409, body: '{"error_code":"idempotency.key_reused"}' }], '409'],
  ['does not repeat a 422', [{ status: 422, body: '' }], '422'],
] as const satisfies [string, readonly Treatment[], string][])
  test(`the loop of the guide ${what}, with the same key`, async () => {
    const keys: unknown[] = []
    const remaining: Treatment[] = [...treatments]
    const server = createServer((request, response) => {
      keys.push(request.headers['idempotency-key'])
      const treatment = remaining.shift()!
      if (treatment === 'reset') request.socket.destroy()
      else response.writeHead(treatment.status, { 'Retry-After': '1' }).end(treatment.body)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const program = `${loop}\nconsole.log((await push({ subject: 'A-5001' }, 'key-1')).status)`
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--input-type=module-typescript', '-e', program],
        {
          env: {
            TIDINGS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
            TIDINGS_API_KEY: 'td_test_',
          },
        },
      )
      expect([stdout.trim(), keys]).toEqual([expected, treatments.map(() => 'key-1')])
    } finally {
      server.close()
    }
  })
