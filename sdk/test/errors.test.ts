import { inspect } from 'node:util'
import { type Attempt, Tidings, TidingsError } from '@tidings/client'
import { describe, expect, test } from 'vitest'
import { apiKey, cut, failed, json, startScriptedServer } from './scripted-server.ts'

const caught = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error)

test('an error has the code, the sentence, the link, the request id and the invalid parts (7)', async () => {
  const detail = [{ type: 'missing', loc: ['body', 'subject'], msg: 'Field required', input: null }]
  const { client } = await startScriptedServer(
    json(
      422,
      { error_code: 'common.validation_failed', detail },
      {
        'Tidings-Help': 'body.subject: Field required',
        Link: '<https://tidings.example/docs/errors/common.validation_failed>; rel="help"',
        'X-Request-Id': 'req_1',
      },
    ),
  )
  const error = await caught(client().messages.read('msg_1'))
  expect(error).toBeInstanceOf(TidingsError)
  expect(error).toMatchObject({
    name: 'TidingsError',
    message:
      'readMessage: 422 common.validation_failed. body.subject: Field required. See https://tidings.example/docs/errors/common.validation_failed',
    status: 422,
    code: 'common.validation_failed',
    help: 'body.subject: Field required',
    link: 'https://tidings.example/docs/errors/common.validation_failed',
    requestId: 'req_1',
    retryAfter: null,
    detail,
    operation: 'readMessage',
    idempotencyKey: null,
    attempts: 1,
    isOutcomeUnknown: false,
  })
})

test('a response that is not one of Tidings has its status as its code', async () => {
  const { client } = await startScriptedServer((response) => void response.writeHead(403).end('<html>blocked</html>'))
  expect(await caught(client().credits.read())).toMatchObject({ status: 403, code: 'http.403', help: null, link: null })
})

test('a redirect is not followed, because it could lead the key to another host', async () => {
  const other = await startScriptedServer(json(200, {}))
  const { client } = await startScriptedServer(
    (response) => void response.writeHead(307, { Location: other.url }).end(),
  )
  expect(await caught(client().credits.read())).toMatchObject({ status: 307, code: 'http.307' })
  expect(other.requests).toEqual([])
})

test('a 204 has no result', async () => {
  const { client } = await startScriptedServer((response) => void response.writeHead(204).end())
  expect(await client().keys.revoke('key_1')).toBeUndefined()
})

describe('the API key is in no output', () => {
  test('not in the client, an error, its cause or an attempt', async () => {
    const attempts: Attempt[] = []
    const { client } = await startScriptedServer(failed(401, 'business.invalid_api_key'), cut)
    const tidings = client({ onAttempt: (attempt) => void attempts.push(attempt), maxRetries: 0 })
    const errors = [await caught(tidings.credits.read()), await caught(tidings.credits.read())]
    const shown = inspect([tidings, errors, attempts], { depth: 20, showHidden: true }) + JSON.stringify(tidings)
    expect(attempts).toHaveLength(2)
    expect(shown).toContain('business.invalid_api_key')
    expect(shown).not.toContain(apiKey)
  })

  test('not in the error about a key that no header allows', () => {
    const create = (): Tidings => new Tidings({ apiKey: `${apiKey}\n`, url: 'https://tidings.example' })
    expect(create).toThrow(TypeError)
    expect(create).not.toThrow(apiKey)
  })
})

describe('the address is https, or http on the same machine', () => {
  for (const [url, isAccepted] of [
    ['https://tidings.example', true],
    ['https://tidings.example/prefix/', true],
    ['http://localhost:3000', true],
    ['http://127.0.0.1:3000', true],
    ['http://[::1]:3000', true],
    ['http://tidings.example', false],
    ['http://127.0.0.1.example', false],
    ['http://localhost.example', false],
    ['ftp://tidings.example', false],
    ['tidings.example', false],
    ['https://user:password@tidings.example', false],
    ['https://tidings.example/?a=1', false],
  ] as const)
    test(`${url} is ${isAccepted ? 'accepted' : 'refused'}`, () => {
      const create = (): Tidings => new Tidings({ apiKey, url })
      if (isAccepted) expect(create).not.toThrow()
      else expect(create).toThrow(/^url must/)
    })
})

for (const id of ['', '.', '..'])
  test(`the id ${JSON.stringify(id)} is refused, because it would be another path`, async () => {
    const { requests, client } = await startScriptedServer(json(200, {}))
    expect(() => client().webhookEndpoints.delete(id)).toThrow(TypeError)
    expect(() => client().recipients.erase(id)).toThrow(TypeError)
    expect(requests).toEqual([])
  })

test('a key that no header allows is an error of the caller and is not sent', async () => {
  const { requests, client } = await startScriptedServer(json(201, {}))
  const request = { recipient_email: 'ada@example.com', subject: 'Shipped', body: 'On its way.' }
  expect(await caught(client().messages.push(request, { idempotencyKey: 'line\nbreak' }))).toBeInstanceOf(TypeError)
  expect(requests).toEqual([])
})
