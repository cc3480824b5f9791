import { describe, expect, test } from 'vitest'
import { failed, type Reply, startScriptedServer } from './scripted-server.ts'

const pushes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    recipient_email: `customer-${index}@example.com`,
    subject: index % 50 === 7 ? '' : 'Shipped',
    body: 'On its way.',
  }))

/** Stores every message that has a subject, as the service does. */
const process: Reply = (response, { body }) => {
  const { messages } = JSON.parse(body) as { messages: { recipient_email: string; subject: string }[] }
  const results = messages.map((message, index) =>
    message.subject === ''
      ? { index, ok: false, result: null, error_code: 'common.validation_failed', detail: 'subject: too short' }
      : { index, ok: true, result: { id: message.recipient_email }, error_code: null, detail: null },
  )
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ results }))
}
const refused = { code: 'common.validation_failed', detail: 'subject: too short', isOutcomeUnknown: false, cause: null }
const expected = (index: number) =>
  index % 50 === 7 ? { index, error: refused } : { index, result: { id: `customer-${index}@example.com` } }

describe('a batch of any size', () => {
  test('is split into requests of 100 with keys derived from the key of the call', async () => {
    const { requests, client } = await startScriptedServer(process)
    const report = await client().messages.pushBatch(pushes(250), { idempotencyKey: 'import-7' })
    expect(report).toEqual({ idempotencyKey: 'import-7', items: pushes(250).map((_, index) => expected(index)) })
    expect(requests.map(({ headers, body }) => [headers['idempotency-key'], JSON.parse(body).messages.length])).toEqual(
      [
        ['import-7', 100],
        ['import-7/1', 100],
        ['import-7/2', 50],
      ],
    )
  })

  test('without a key reports the key that the client made', async () => {
    const { requests, client } = await startScriptedServer(process)
    const { idempotencyKey } = await client().messages.pushBatch(pushes(101))
    expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual([idempotencyKey, `${idempotencyKey}/1`])
  })

  test('reports every item in order although one request failed', async () => {
    const { client } = await startScriptedServer(process, failed(413, 'request.too_large'), process)
    const { items } = await client().messages.pushBatch(pushes(250))
    expect(items.map(({ index }) => index)).toEqual(pushes(250).map((_, index) => index))
    expect(items.slice(0, 100)).toEqual(pushes(100).map((_, index) => expected(index)))
    for (const { error } of items.slice(100, 200))
      expect(error).toMatchObject({ code: 'request.too_large', isOutcomeUnknown: false, cause: { status: 413 } })
    expect(items[200]).toEqual(expected(200))
  })

  test('reports items without a response as unknown', async () => {
    const { client } = await startScriptedServer((response, request) =>
      request.headers['idempotency-key'] === 'import-7' ? response.socket!.destroy() : process(response, request),
    )
    const { items } = await client({ maxRetries: 1 }).messages.pushBatch(pushes(101), { idempotencyKey: 'import-7' })
    expect(items[0]).toMatchObject({ error: { code: 'no_response', isOutcomeUnknown: true, cause: { attempts: 2 } } })
    expect(items[100]).toEqual(expected(100))
  })

  test('without items sends nothing', async () => {
    const { requests, client } = await startScriptedServer(process)
    expect((await client().messages.pushBatch([])).items).toEqual([])
    expect(requests).toEqual([])
  })

  test('with a key that leaves no room for the derived keys sends nothing', async () => {
    const { requests, client } = await startScriptedServer(process)
    const idempotencyKey = 'k'.repeat(251)
    await expect(client().messages.pushBatch(pushes(101), { idempotencyKey })).rejects.toBeInstanceOf(TypeError)
    expect(requests).toEqual([])
    expect((await client().messages.pushBatch(pushes(100), { idempotencyKey })).items).toHaveLength(100)
  })

  test('ends when its signal aborts', async () => {
    const controller = new AbortController()
    const { requests, client } = await startScriptedServer((response, request) => {
      process(response, request)
      if (requests.length === 2) controller.abort(new Error('shutdown'))
    })
    await expect(client().messages.pushBatch(pushes(1_000), { signal: controller.signal })).rejects.toThrow('shutdown')
    expect(requests.length).toBeLessThanOrEqual(3)
  })
})
