import { expect, test } from 'vitest'
import { type ProviderDialect, submissionAfter } from './http-submit.decide.ts'
import type { HttpResult } from './http-submit.ts'
import type { Submission } from './submission.ts'

const dialect: ProviderDialect = {
  isAcceptance: (body) => body === 'accepted',
  refusalCode: (body) => /^\d+$/.exec(body)?.[0] ?? null,
  refusalWords: (body) => /^words: (.*)$/s.exec(body)?.[1] ?? '',
  isRetryable: (status, code) => status === 402 || code === '77',
}
const response = (status: number, body = ''): HttpResult => ({ kind: 'response', status, body })
const refused = (retryable: boolean, detail: string): Submission => ({ outcome: 'refused', retryable, detail })
const unknown = (detail: string): Submission => ({ outcome: 'unknown', detail })

for (const [what, result, submission] of [
  ['200 with a body of the provider', response(200, 'accepted'), { outcome: 'accepted' }],
  ['201 with a body of the provider', response(201, 'accepted'), { outcome: 'accepted' }],
  ['202 with a body of the provider', response(202, 'accepted'), { outcome: 'accepted' }],
  ['200 with a body that is not the provider’s', response(200, '<html>'), unknown('http 200')],
  ['204 without a body', response(204), unknown('http 204')],
  ['301', response(301, 'accepted'), unknown('http 301')],
  ['400', response(400), refused(false, 'http 400')],
  ['400 with a code', response(400, '21'), refused(false, 'http 400 21')],
  ['400 with a retryable code', response(400, '77'), refused(true, 'http 400 77')],
  [
    '400 with words, as one line',
    response(400, 'words: To: +447700900003\r\n is not valid\u0000'),
    { ...refused(false, 'http 400'), words: 'To: +447700900003 is not valid' },
  ],
  ['402, retryable at this provider', response(402), refused(true, 'http 402')],
  ['404', response(404), refused(false, 'http 404')],
  ['429', response(429), refused(true, 'http 429')],
  ['429 with a code that is not retryable', response(429, '21'), refused(true, 'http 429 21')],
  ['499', response(499), refused(false, 'http 499')],
  ['500', response(500), unknown('http 500')],
  ['500 with a retryable code', response(500, '77'), unknown('http 500')],
  ['501', response(501), unknown('http 501')],
  ['502', response(502), unknown('http 502')],
  ['503', response(503), refused(true, 'http 503')],
  ['504', response(504), unknown('http 504')],
  ['599', response(599), unknown('http 599')],
  ['an incomplete response', { kind: 'unknown', detail: 'ECONNRESET' }, unknown('ECONNRESET')],
  [
    'never reached',
    { kind: 'never_reached', detail: 'ENOTFOUND' },
    { outcome: 'refused', retryable: true, neverReached: true, detail: 'ENOTFOUND' },
  ],
] as [string, HttpResult, Submission][])
  test(`${what} → ${JSON.stringify(submission)}`, () => expect(submissionAfter(result, dialect)).toEqual(submission))
