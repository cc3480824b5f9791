import { expect, test } from 'vitest'
import { done, type ErrorCode, type Outcome, refused } from '../errors.ts'
import {
  decideOnce,
  type KeyFacts,
  type ResponseToStore,
  responseToStore,
  type StoredResponse,
  type Verdict,
  withBody,
} from './execute-once.decide.ts'

const [mine, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const respondedAt = new Date('2026-11-14T22:41:00Z')
const stored = { fingerprint: mine, body: '{"id":"msg_1"}', errorCode: null, recipientIds: ['ada'], respondedAt }
const storedError: StoredResponse = {
  fingerprint: mine,
  body: null,
  errorCode: 'sms.already_sent',
  recipientIds: ['ada'],
  respondedAt,
}
const erased = { fingerprint: mine, body: null, errorCode: null, recipientIds: [], respondedAt }
const replay: Verdict = { body: stored.body, replayed: true, recipientIds: ['ada'] }
const inProgress = { refused: 'idempotency.request_in_progress', replayed: false } as const
const keyReused = { refused: 'idempotency.key_reused', replayed: false, firstAt: respondedAt } as const

type Row = [
  what: string,
  calls: [scope: string, fingerprint: Buffer, facts: Pick<KeyFacts, 'locked' | 'stored'>][],
  verdicts: Verdict[],
]
const rows: Row[] = [
  ['a call with an unknown key runs (4.1.6)', [['a', mine, { locked: true, stored: null }]], [{ run: true }]],
  ['same key, same body: replayed (4.1.3)', [['a', mine, { locked: true, stored }]], [replay]],
  [
    'same key, different body: key_reused with the time of the first request (4.1.4)',
    [['a', other, { locked: true, stored }]],
    [keyReused],
  ],
  [
    'a stored error is replayed to the same request; another request gets key_reused (4.1.7)',
    [
      ['a', mine, { locked: true, stored: storedError }],
      ['b', other, { locked: true, stored: storedError }],
    ],
    [{ refused: 'sms.already_sent', replayed: true }, keyReused],
  ],
  [
    'the key is locked by another process: in progress (4.1.5)',
    [['a', mine, { locked: false, stored: null }]],
    [inProgress],
  ],
  [
    'a new key twice in one batch: the first call runs, the second gets in progress (4.1.5)',
    [
      ['a', mine, { locked: true, stored: null }],
      ['a', mine, { locked: true, stored: null }],
      ['a', other, { locked: true, stored: null }],
      ['b', mine, { locked: true, stored: null }],
    ],
    [{ run: true }, inProgress, inProgress, { run: true }],
  ],
  [
    'a spent key twice in one batch: both calls are replayed (4.1.3)',
    [
      ['a', mine, { locked: true, stored }],
      ['a', mine, { locked: true, stored }],
    ],
    [replay, replay],
  ],
  [
    'an erased response: the key stays spent, and the replay is message.not_found (2.11)',
    [
      ['a', mine, { locked: true, stored: erased }],
      ['b', other, { locked: true, stored: erased }],
    ],
    [{ refused: 'message.not_found', replayed: false }, keyReused],
  ],
]
for (const [what, calls, verdicts] of rows)
  test(what, () => {
    expect(decideOnce(calls.map(([scope, fingerprint, facts]) => ({ scope, fingerprint, ...facts })))).toEqual(verdicts)
  })

const spending = ['message.not_found', 'message.retracted'] as const
const responses: [what: string, outcome: Outcome<unknown>, response: ResponseToStore | null][] = [
  ['a success', done({ id: 'm' }, ['ada']), { body: '{"id":"m"}', errorCode: null, recipientIds: ['ada'] }],
  ['an error that spends the key', refused('message.not_found'), storing('message.not_found', [])],
  ['an error about a recipient', refused('message.retracted', ['ada']), storing('message.retracted', ['ada'])],
  ['an error that leaves the key unspent', refused('whatsapp.already_sent', ['ada']), null],
  ['an item key that is in use', refused('idempotency.request_in_progress'), null],
  ['input that the clock shows to be wrong', { invalid: [{ type: 't', loc: ['send_at'], msg: 'm', input: 1 }] }, null],
]
for (const [what, outcome, response] of responses)
  test(`${what} is ${response === null ? 'not stored' : 'stored'} (4.1.7)`, () => {
    expect(responseToStore(withBody(outcome), spending)).toEqual(response)
  })

function storing(errorCode: ErrorCode, recipientIds: string[]): ResponseToStore {
  return { body: null, errorCode, recipientIds }
}
