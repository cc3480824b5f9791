import { describe, expect, test } from 'vitest'
import { hostileBodies } from '../callback.support.ts'
import { type Submission, withoutWords } from '../submission.ts'
import { parseResponse } from './cloud-api-response.ts'
import samples from './samples/responses.json' with { type: 'json' }

const parse = (status: number, body: string) => parseResponse({ kind: 'response', status, body })

describe('responses of the platform', () => {
  const platformId = 'wamid.HBgMNDQ3NzAwOTAwMTIzFQIAERgSQjA5NjVGNkM4RTY3RDJCMTg3AA=='
  const expected: Record<keyof typeof samples, Submission> = {
    accepted: { outcome: 'accepted', platformId },
    'accepted for quality assessment': { outcome: 'accepted', platformId },
    'not on WhatsApp': { outcome: 'refused', retryable: false, cause: 'not_on_whatsapp', detail: 'http 400 131026' },
    'too fast': { outcome: 'refused', retryable: true, cause: 'limit', detail: 'http 429 130429' },
    'too many to one number': { outcome: 'refused', retryable: true, cause: 'limit', detail: 'http 400 131056' },
    'no such template': { outcome: 'refused', retryable: false, cause: 'template', detail: 'http 404 132001' },
    'token expired': { outcome: 'refused', retryable: true, cause: 'account', detail: 'http 401 190' },
    'invalid parameter': { outcome: 'refused', retryable: false, detail: 'http 400 100' },
    'temporarily down': { outcome: 'refused', retryable: true, detail: 'http 503 2' },
    'something went wrong': { outcome: 'unknown', detail: 'http 500' },
  }
  for (const [name, { status, body }] of Object.entries(samples))
    test(name, () => {
      expect(withoutWords(parse(status, JSON.stringify(body)))).toEqual(expected[name as keyof typeof samples])
    })
})

describe('a response that is not in the format of the platform', () => {
  const outcomes = new Map<number, Submission>([
    [200, { outcome: 'unknown', detail: 'http 200' }],
    [204, { outcome: 'unknown', detail: 'http 204' }],
    [302, { outcome: 'unknown', detail: 'http 302' }],
    [400, { outcome: 'refused', retryable: false, detail: 'http 400' }],
    [401, { outcome: 'refused', retryable: false, detail: 'http 401' }],
    [404, { outcome: 'refused', retryable: false, detail: 'http 404' }],
    [429, { outcome: 'refused', retryable: true, detail: 'http 429' }],
    [500, { outcome: 'unknown', detail: 'http 500' }],
    [502, { outcome: 'unknown', detail: 'http 502' }],
    [503, { outcome: 'refused', retryable: true, detail: 'http 503' }],
    [504, { outcome: 'unknown', detail: 'http 504' }],
    [520, { outcome: 'unknown', detail: 'http 520' }],
  ])
  const bodies = [
    ...[...hostileBodies.values()].map(String),
    '<html>',
    '{"messages": []}',
    '{"messages": [{"id": 7}]}',
    '{"messages": [{"id": "wamid.\\u0000"}]}',
    '{"error": {"code": "131026"}}',
    '{"error": {"code": {"toString": 1}}}',
  ]
  for (const [status, submission] of outcomes)
    test(`${status} → ${JSON.stringify(submission)}`, () => {
      expect(bodies.map((body) => parse(status, body))).toEqual(bodies.map(() => submission))
    })
})

test('the words of a refusal are the sentence of the platform and its details', () => {
  const { status, body } = samples['not on WhatsApp']
  expect(parse(status, JSON.stringify(body))).toMatchObject({
    words: '(#131026) Message undeliverable Message Undeliverable.',
  })
})

test('a refusal code in a 500 response is ignored: the result is unknown', () => {
  const body = JSON.stringify(samples['not on WhatsApp'].body)
  expect(parse(500, body)).toEqual({ outcome: 'unknown', detail: 'http 500' })
})

test('a submission that never reached the platform is refused and retryable', () => {
  expect(parseResponse({ kind: 'never_reached', detail: 'ECONNREFUSED' })).toEqual({
    outcome: 'refused',
    retryable: true,
    neverReached: true,
    detail: 'ECONNREFUSED',
  })
})

test('a submission without a response is unknown', () => {
  expect(parseResponse({ kind: 'unknown', detail: 'timeout' })).toEqual({ outcome: 'unknown', detail: 'timeout' })
})
