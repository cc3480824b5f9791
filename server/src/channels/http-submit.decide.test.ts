import { expect, test } from 'vitest'
import { type ProviderDialect, submissionAfter } from './http-submit.decide.ts'
import type { HttpResponse } from './http-submit.ts'
import type { Submission } from './submission.ts'

const dialect: ProviderDialect = {
  isAcceptance: (body) => body === 'taken',
  refusalCode: (body) => /^\d+$/.exec(body)?.[0] ?? null,
  isRetryable: (status, code) => status === 402 || code === '77',
}
const answered = (status: number, body = ''): HttpResponse => ({ kind: 'response', status, body })
const refused = (retryable: boolean, detail: string): Submission => ({ outcome: 'refused', retryable, detail })
const unknown = (detail: string): Submission => ({ outcome: 'unknown', detail })

for (const [what, answer, submission] of [
  ['200 in the words of the provider', answered(200, 'taken'), { outcome: 'accepted' }],
  ['201 in the words of the provider', answered(201, 'taken'), { outcome: 'accepted' }],
  ['202 in the words of the provider', answered(202, 'taken'), { outcome: 'accepted' }],
  ['200 in words of somebody else', answered(200, '<html>'), unknown('http 200')],
  ['204 without a word', answered(204), unknown('http 204')],
  ['301', answered(301, 'taken'), unknown('http 301')],
  ['400', answered(400), refused(false, 'http 400')],
  ['400 with a code', answered(400, '21'), refused(false, 'http 400 21')],
  ['400 with a retryable code', answered(400, '77'), refused(true, 'http 400 77')],
  ['402, retryable at this provider', answered(402), refused(true, 'http 402')],
  ['404', answered(404), refused(false, 'http 404')],
  ['429', answered(429), refused(true, 'http 429')],
  ['429 with a code that is not retryable', answered(429, '21'), refused(true, 'http 429 21')],
  ['499', answered(499), refused(false, 'http 499')],
  ['500', answered(500), unknown('http 500')],
  ['500 with a retryable code', answered(500, '77'), unknown('http 500')],
  ['501', answered(501), unknown('http 501')],
  ['502', answered(502), unknown('http 502')],
  ['503', answered(503), refused(true, 'http 503')],
  ['504', answered(504), unknown('http 504')],
  ['599', answered(599), unknown('http 599')],
  ['no whole answer', { kind: 'unknown', detail: 'ECONNRESET' }, unknown('ECONNRESET')],
  [
    'never reached',
    { kind: 'never_reached', detail: 'ENOTFOUND' },
    { outcome: 'refused', retryable: true, neverReached: true, detail: 'ENOTFOUND' },
  ],
] as [string, HttpResponse, Submission][])
  test(`${what} → ${JSON.stringify(submission)}`, () => expect(submissionAfter(answer, dialect)).toEqual(submission))
