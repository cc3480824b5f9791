import { describe, expect, test } from 'vitest'
import { checkDescribed } from './described-responses.ts'

const respond = (status: number, json?: unknown) => ({
  status,
  json,
  text: json === undefined ? '' : JSON.stringify(json),
})
const credits = { balance: 3, low_balance: true, threshold: 50 }

describe('a response that is not described fails the test that got it', () => {
  for (const [what, method, path, response, problem] of [
    ['a missing field', 'GET', '/api/v1/credits', respond(200, { balance: 3, low_balance: true }), /threshold/],
    [
      'a field that is not described',
      'GET',
      '/api/v1/credits',
      respond(200, { ...credits, currency: 'EUR' }),
      /currency/,
    ],
    ['another type', 'GET', '/api/v1/credits', respond(200, { ...credits, balance: '3' }), /balance must be integer/],
    ['another status', 'GET', '/api/v1/credits', respond(202, credits), /describes no response 202/],
    [
      'the code of another operation',
      'GET',
      '/api/v1/credits',
      respond(422, { error_code: 'message.not_found' }),
      /error_code/,
    ],
    ['a body where none is described', 'DELETE', '/api/v1/keys/key_1', respond(204, {}), /no body/],
    ['a field of an operator', 'POST', '/operator/v1/businesses/biz_1/credits', respond(200, { sum: 1 }), /sum/],
  ] as const)
    test(what, () => {
      expect(() => checkDescribed(method, path, response)).toThrow(problem)
    })

  for (const [what, method, path, response] of [
    ['a described response', 'GET', '/api/v1/credits?unknown=1', respond(200, credits)],
    ['no body', 'DELETE', '/api/v1/keys/key_1', respond(204)],
    ['a described error', 'GET', '/api/v1/messages/msg_1', respond(404, { error_code: 'message.not_found' })],
    ['a path that is no operation', 'GET', '/api/v1/unknown', respond(404, { error_code: 'common.not_found' })],
    ['the response to a request that is not HTTP', 'GET', '/api/v1/credits', respond(400, {})],
  ] as const)
    test(`${what} passes`, () => {
      expect(() => checkDescribed(method, path, response)).not.toThrow()
    })
})
