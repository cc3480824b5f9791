import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { formatRequest, type ServedRequest } from './request-lines.ts'

const at = new Date(2026, 10, 14, 22, 41, 5)
const served: ServedRequest = { at, method: 'POST', path: '/api/v1/messages', status: 201, milliseconds: 11.6 }
const link = '<http://127.0.0.1:3000/docs/errors/common.not_found>; rel="help"'
const page = 'http://127.0.0.1:3000/docs/errors/common.not_found'

for (const [name, changes, expected] of [
  ['a success', {}, '22:41:05  201  POST   /api/v1/messages  12 ms\n'],
  ['a query', { path: '/docs?x=1' }, '22:41:05  201  POST   /docs?x=1  12 ms\n'],
  [
    'an error with help',
    { status: 404, link, help: 'No operation or page has this path.' },
    `22:41:05  404  POST   /api/v1/messages  12 ms  common.not_found\n               No operation or page has this path. ${page}\n`,
  ],
  [
    'an error without help',
    { status: 404, link },
    `22:41:05  404  POST   /api/v1/messages  12 ms  common.not_found\n               ${page}\n`,
  ],
  ['a disconnected client', { status: null }, '22:41:05  cut  POST   /api/v1/messages  12 ms\n'],
  ['a callback of a provider', { path: '/callbacks/whatsapp' }, '22:41:05  201  POST   /callbacks/whatsapp  12 ms\n'],
  ['a control character', { path: '/a\u001b[2J' }, '22:41:05  201  POST   /a?[2J  12 ms\n'],
  ['a long path', { path: `/${'x'.repeat(200)}` }, `22:41:05  201  POST   /${'x'.repeat(96)}...  12 ms\n`],
  ['a health check', { path: '/readyz?x' }, null],
  ['a style sheet', { path: '/docs/site.css' }, null],
] as const)
  test(`the line of ${name}`, () => {
    const line = formatRequest({ ...served, ...changes })
    expect(line === null ? null : stripVTControlCharacters(line)).toBe(expected)
  })
