import { expect, test } from 'vitest'
import type { Erasure } from '../history.ts'
import { call, shop, verdict } from './checker.support.ts'
import { checkKeys } from './keys.ts'

const name = `${shop} /api/v1/messages k1`
const later = { startedAt: 2_000, endedAt: 2_100 }
const erasure: Erasure = { kind: 'erasure', at: 1_500, canaries: ['cnry000001x'] }
const inProgress = '{"error_code":"idempotency.request_in_progress"}'
const notFound = '{"error_code":"message.not_found"}'
const batch = call({
  operation: 'batch',
  path: '/api/v1/messages/batch',
  key: 'b',
  status: 200,
  text: '{"results":[{"ok":true,"result":{"id":"a"}}]}',
})

for (const { what, calls, found } of [
  { what: 'the same response', calls: [call(), call(later)], found: [] },
  { what: 'no response, then one', calls: [call({ status: null, text: '' }), call(later)], found: [] },
  { what: 'in progress, then done', calls: [call({ status: 409, text: inProgress }), call(later)], found: [] },
  { what: 'done, then unavailable', calls: [call(), call({ ...later, status: 503, text: '' })], found: [] },
  {
    what: 'the same key in another operation',
    calls: [call(), call({ ...later, path: '/other', text: 'x' })],
    found: [],
  },
  {
    what: 'another response',
    calls: [call({ text: 'a' }), call({ ...later, text: 'b' })],
    found: [`${name}: 201 a | 201 b`],
  },
  {
    what: 'done, then refused',
    calls: [call({ text: 'a' }), call({ ...later, status: 404, text: notFound })],
    found: [`${name}: succeeded, and then failed with 404 ${notFound}`],
  },
  {
    what: 'done, then erased',
    calls: [call({ body: 'cnry000001x' }), call({ ...later, body: 'cnry000001x', status: 404, text: notFound })],
    found: [],
  },
  {
    what: 'an item of a batch as a push',
    calls: [batch, call({ ...later, key: 'b#0', text: '{"id":"a"}' })],
    found: [],
  },
  {
    what: 'an item of a batch as a push with another response',
    calls: [batch, call({ ...later, key: 'b#0', text: '{"id":"b"}' })],
    found: [`${shop} /api/v1/messages b#0: 201 {"id":"a"} | 201 {"id":"b"}`],
  },
])
  test(`I6 ${verdict(found.length > 0)}: ${what}`, () => {
    expect(checkKeys(calls, [erasure]).map((one) => one.found)).toEqual(found)
  })
