import { expect, test } from 'vitest'
import { findWrong, findWrongRefusal } from './judge.ts'

const ok = 'HTTP/1.1 000 Any\r\nX-Request-Id: req_01KA00000000000000000000ZZ\r\nContent-Type: application/json'
const page = ok.replace('application/json', 'text/html; charset=utf-8')
const refused = '{"error_code":"message.not_found"}'

const rows: [what: string, request: string, status: number, head: string, body: string, wrong: string | null][] = [
  ['an answer', 'GET /a HTTP/1.1', 200, ok, '{}', null],
  ['a refusal of the one shape', 'GET /a HTTP/1.1', 404, ok, refused, null],
  [
    'faults with their detail',
    'GET /a HTTP/1.1',
    422,
    ok,
    '{"error_code":"common.validation_failed","detail":[{}]}',
    null,
  ],
  ['a page that says no to a person', 'GET /inbox/x HTTP/1.1', 404, page, '<p>', null],
  ['a refusal of HEAD, which has no body', 'HEAD /a HTTP/1.1', 404, ok, '', null],
  ['a fault of ours', 'GET /a HTTP/1.1', 500, ok, refused, 'a status that is never given'],
  ['a status the contract does not know', 'GET /a HTTP/1.1', 415, ok, refused, 'a status that is never given'],
  [
    'an answer that cannot be found in the log',
    'GET /a HTTP/1.1',
    200,
    'HTTP/1.1 200 OK',
    '',
    'an answer without its id',
  ],
  ['a page that says no to a program', 'GET /api/v1/keys HTTP/1.1', 404, page, '<p>', 'a page for a program'],
  ['an error in words', 'GET /a HTTP/1.1', 404, ok, 'Not found', 'an error that is no JSON'],
  ['an error without a code', 'GET /a HTTP/1.1', 404, ok, '{}', 'an error without its code'],
  [
    'an error that tells too much',
    'GET /a HTTP/1.1',
    404,
    ok,
    '{"error_code":"a.b","stack":"…"}',
    'an error with more than its code and detail',
  ],
  [
    'faults without detail',
    'GET /a HTTP/1.1',
    422,
    ok,
    '{"error_code":"common.validation_failed"}',
    'a detail out of place',
  ],
]
for (const [what, request, status, head, body, wrong] of rows)
  test(`${what}: ${wrong ?? 'nothing wrong'}`, () => {
    expect(findWrong({ request: Buffer.from(request), status, head, body })).toBe(wrong)
  })

for (const [what, seen, wrong] of [
  ['no word', null, null],
  ['the code alone', { status: 400, body: '{"error_code":"common.validation_failed"}' }, null],
  ['a fault of ours', { status: 500, body: '' }, 'a status that is never given'],
  ['a page', { status: 400, body: '<html>' }, 'an error without its code'],
] as const)
  test(`what is not HTTP may be answered by ${what}: ${wrong ?? 'nothing wrong'}`, () => {
    expect(findWrongRefusal(seen && { request: Buffer.alloc(0), head: '', ...seen })).toBe(wrong)
  })
