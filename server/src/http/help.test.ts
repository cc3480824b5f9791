import { describe, expect, test } from 'vitest'
import { type Help, type HelpRoute, writeHelp } from './help.ts'

const list: HelpRoute = { method: 'GET', path: '/api/v1/keys', name: 'listKeys' }
const create: HelpRoute = { method: 'POST', path: '/api/v1/keys', name: 'createKey' }
const nearest = 'No operation or page has this path. The nearest is GET /api/v1/keys (listKeys)'
const firstAt = new Date('2026-11-14T22:41:00Z')

/** Each case of help, with all its sentences. The type makes a missing one an error. */
const sentences: { [C in Help['case']]: [help: Extract<Help, { case: C }>, sentence: string][] } = {
  validation: [
    [{ case: 'validation', located: ['body.subject: Field required'] }, 'body.subject: Field required'],
    [{ case: 'validation', located: ['a: 1', 'b: 2', 'c: 3'] }, 'a: 1; b: 2; c: 3'],
    [{ case: 'validation', located: ['a: 1', 'b: 2', 'c: 3', 'd: 4', 'e: 5'] }, 'a: 1; b: 2; c: 3; and 2 more'],
    [{ case: 'validation', located: ['x'.repeat(300)] }, 'x'.repeat(300)],
    [{ case: 'validation', located: ['x'.repeat(301)] }, `${'x'.repeat(297)}...`],
  ],
  nearest_path: [
    [{ case: 'nearest_path', route: list, mistake: 'spelling' }, `${nearest}.`],
    [{ case: 'nearest_path', route: list, mistake: 'prefix' }, `${nearest}, with this prefix.`],
    [{ case: 'nearest_path', route: list, mistake: 'slash' }, `${nearest}, without the additional slash.`],
    [{ case: 'nearest_path', route: list, mistake: 'letter_case' }, `${nearest}, in lower case.`],
    [
      { case: 'nearest_path', route: list, mistake: 'empty_parameter' },
      `${nearest}, and its parameter is empty in this request.`,
    ],
  ],
  methods: [
    [{ case: 'methods', routes: [list] }, 'This path has GET (listKeys).'],
    [{ case: 'methods', routes: [list, create] }, 'This path has GET (listKeys) and POST (createKey).'],
  ],
  key: [
    [
      { case: 'key', problem: 'missing' },
      'The request has no Authorization header: send Authorization: Bearer, a space and an API key.',
    ],
    [{ case: 'key', problem: 'not_bearer' }, 'The Authorization header does not begin with Bearer and a space.'],
    [{ case: 'key', problem: 'empty' }, 'The Authorization header has no key after Bearer.'],
    [{ case: 'key', problem: 'spaces' }, 'The Authorization header has a space within or after the key.'],
    [
      { case: 'key', problem: 'operator_token' },
      'This is the token of an operator, and this path needs an API key of a business.',
    ],
    [{ case: 'key', problem: 'prefix' }, 'This is not an API key: one begins with td_live_ or td_test_.'],
    [{ case: 'key', problem: 'length' }, 'The API key is incomplete or too long: one has 59 characters.'],
    [{ case: 'key', problem: 'characters' }, 'The API key contains a character that is neither a letter nor a digit.'],
    [
      { case: 'key', problem: 'checksum' },
      'The checksum of the API key does not match: the key is mistyped or cut off.',
    ],
    [{ case: 'key', problem: 'not_active' }, 'The API key is well-formed, but it is unknown, expired or revoked.'],
  ],
  operator_token: [
    [
      { case: 'operator_token', problem: 'missing' },
      'The request has no Authorization header: send Authorization: Bearer, a space and the token of an operator.',
    ],
    [
      { case: 'operator_token', problem: 'not_bearer' },
      'The Authorization header does not begin with Bearer and a space.',
    ],
    [{ case: 'operator_token', problem: 'empty' }, 'The Authorization header has no token after Bearer.'],
    [{ case: 'operator_token', problem: 'spaces' }, 'The Authorization header has a space within or after the token.'],
    [
      { case: 'operator_token', problem: 'api_key' },
      'This is an API key of a business, and this path needs the token of an operator.',
    ],
    [
      { case: 'operator_token', problem: 'checksum' },
      'The checksum of the token does not match: the token is mistyped or cut off.',
    ],
    [{ case: 'operator_token', problem: 'not_active' }, 'No operator has this token, or it is revoked.'],
  ],
  scope: [
    [{ case: 'scope', scope: 'messages:write' }, 'The key lacks the scope messages:write, which this operation needs.'],
  ],
  minted_key: [
    [
      { case: 'minted_key' },
      'A key cannot create a key with a scope that it lacks, or with a later expiry than its own.',
    ],
  ],
  roles: [
    [{ case: 'roles', roles: [] }, 'This operation needs the role admin.'],
    [{ case: 'roles', roles: ['finance', 'support'] }, 'This operation needs the role finance, support or admin.'],
  ],
  live_key: [
    [{ case: 'live_key' }, 'This operation exists only on a test side: use the key that begins with td_test_.'],
  ],
  rate: [
    [{ case: 'rate', perSecond: 50 }, 'The business may send 50 requests per second, in bursts of twice as many.'],
  ],
  limit: [
    [
      { case: 'limit', limit: 'failed_authentication' },
      'Too many requests without a valid key came from this address.',
    ],
    [
      { case: 'limit', limit: 'business_requests' },
      'The business has 256 requests in progress, and more are not accepted.',
    ],
    [
      { case: 'limit', limit: 'address_requests' },
      'This address has 512 requests in progress, and more are not accepted.',
    ],
    [{ case: 'limit', limit: 'body_rate' }, 'Large bodies of this caller arrive faster than the service accepts them.'],
    [
      { case: 'limit', limit: 'body_share' },
      'The bodies of this caller that are in progress use all the memory of its share.',
    ],
  ],
  body_limit: [[{ case: 'body_limit', bytes: 2_097_152 }, 'A body may have at most 2097152 bytes here.']],
  slow_body: [[{ case: 'slow_body' }, 'The body arrived too slowly.']],
  small_chunks: [[{ case: 'small_chunks' }, 'The body arrives in too many small chunks: send it in fewer.']],
  key_reused: [
    [
      { case: 'key_reused', differing: 'body', firstAt },
      'This Idempotency-Key was first used at 2026-11-14T22:41:00.000Z, in a request with another body.',
    ],
    [
      { case: 'key_reused', differing: 'path or body', firstAt: null },
      'An earlier request with this Idempotency-Key had another path or body.',
    ],
  ],
  in_progress: [
    [
      { case: 'in_progress' },
      'The first request with this Idempotency-Key is still running: repeat this one in a few seconds.',
    ],
  ],
}
const rows = Object.values(sentences).flat() as [Help, string][]

describe('help is one sentence', () => {
  for (const [help, sentence] of rows)
    test(`${help.case}: ${sentence.slice(0, 60)}`, () => expect(writeHelp(help)).toBe(sentence))
})

test('every sentence fits into a header and into error_description: printable ASCII without quotes and backslashes', () => {
  for (const [, sentence] of rows) expect(sentence).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]{1,300}$/)
})
