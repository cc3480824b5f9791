import { expect, test } from 'vitest'
import { findRefusalViolation, findViolation } from './judge.ts'

const ok = 'HTTP/1.1 000 Any\r\nX-Request-Id: req_01KA00000000000000000000ZZ\r\nContent-Type: application/json'
const page = ok.replace('application/json', 'text/html; charset=utf-8')
const refused = '{"error_code":"message.not_found"}'

const rows: [what: string, request: string, status: number, head: string, body: string, violation: string | null][] = [
  ['a success', 'GET /a HTTP/1.1', 200, ok, '{}', null],
  ['an error of the common shape', 'GET /a HTTP/1.1', 404, ok, refused, null],
  [
    'validation errors with details',
    'GET /a HTTP/1.1',
    422,
    ok,
    '{"error_code":"common.validation_failed","detail":[{}]}',
    null,
  ],
  ['an HTML error for a page', 'GET /inbox/x HTTP/1.1', 404, page, '<p>', null],
  ['an HTML error for a page of the documentation', 'GET /docs/x HTTP/1.1', 404, page, '<p>', null],
  ['an error for HEAD, which has no body', 'HEAD /a HTTP/1.1', 404, ok, '', null],
  ['an internal error', 'GET /a HTTP/1.1', 500, ok, refused, 'a forbidden status'],
  ['a status that is not in the contract', 'GET /a HTTP/1.1', 415, ok, refused, 'a forbidden status'],
  ['a response without X-Request-Id', 'GET /a HTTP/1.1', 200, 'HTTP/1.1 200 OK', '', 'a response without a request id'],
  ['an HTML error for an operation', 'GET /api/v1/keys HTTP/1.1', 404, page, '<p>', 'HTML from an API path'],
  ['an error as plain text', 'GET /a HTTP/1.1', 404, ok, 'Not found', 'an error that is not JSON'],
  ['an empty object', 'GET /a HTTP/1.1', 404, ok, '{}', 'an error without a code'],
  [
    'an error with a stack trace',
    'GET /a HTTP/1.1',
    404,
    ok,
    '{"error_code":"a.b","stack":"…"}',
    'an error with unknown fields',
  ],
  [
    'validation errors without details',
    'GET /a HTTP/1.1',
    422,
    ok,
    '{"error_code":"common.validation_failed"}',
    'a missing or unexpected detail',
  ],
]
for (const [what, request, status, head, body, violation] of rows)
  test(`a response to HTTP, ${what}: ${violation ?? 'no violation'}`, () => {
    expect(findViolation({ request: Buffer.from(request), status, head, body })).toBe(violation)
  })

for (const [what, response, violation] of [
  ['no response', null, null],
  ['only a code', { status: 400, body: '{"error_code":"common.validation_failed"}' }, null],
  ['an internal error', { status: 500, body: '' }, 'a forbidden status'],
  ['an HTML error', { status: 400, body: '<html>' }, 'an error without a code'],
] as const)
  test(`a response to malformed HTTP, ${what}: ${violation ?? 'no violation'}`, () => {
    expect(findRefusalViolation(response && { request: Buffer.alloc(0), head: '', ...response })).toBe(violation)
  })
