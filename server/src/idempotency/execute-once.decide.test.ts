import { expect, test } from 'vitest'
import { done, type ErrorCode, type Outcome, refused } from '../errors.ts'
import {
  type AnswerToStore,
  answerToStore,
  decideOnce,
  type KeyFacts,
  type StoredAnswer,
  type Verdict,
  withBody,
} from './execute-once.decide.ts'

const [mine, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const stored = { fingerprint: mine, body: '{"id":"msg_1"}', errorCode: null, recipientIds: ['ada'] }
const storedError: StoredAnswer = {
  fingerprint: mine,
  body: null,
  errorCode: 'sms.already_sent',
  recipientIds: ['ada'],
}
const erased = { fingerprint: mine, body: null, errorCode: null, recipientIds: [] }
const replayed: Verdict = { body: stored.body, replayed: true, recipientIds: ['ada'] }
const inProgress = { refused: 'idempotency.request_in_progress', replayed: false } as const
const keyReused = { refused: 'idempotency.key_reused', replayed: false } as const

type Row = [
  what: string,
  calls: [scope: string, fingerprint: Buffer, facts: Pick<KeyFacts, 'locked' | 'stored'>][],
  verdicts: Verdict[],
]
const rows: Row[] = [
  ['4.1.6 an unknown key runs', [['a', mine, { locked: true, stored: null }]], [{ run: true }]],
  ['4.1.3 same key, same body: replayed', [['a', mine, { locked: true, stored }]], [replayed]],
  ['4.1.4 same key, different body: key_reused', [['a', other, { locked: true, stored }]], [keyReused]],
  [
    '4.1.7 a stored error is replayed to the same request and refused to another',
    [
      ['a', mine, { locked: true, stored: storedError }],
      ['b', other, { locked: true, stored: storedError }],
    ],
    [{ refused: 'sms.already_sent', replayed: true }, keyReused],
  ],
  ['4.1.5 still running elsewhere', [['a', mine, { locked: false, stored: null }]], [inProgress]],
  [
    '4.1.5 twice in one set: the first runs, to the second it is still running',
    [
      ['a', mine, { locked: true, stored: null }],
      ['a', mine, { locked: true, stored: null }],
      ['a', other, { locked: true, stored: null }],
      ['b', mine, { locked: true, stored: null }],
    ],
    [{ run: true }, inProgress, inProgress, { run: true }],
  ],
  [
    '4.1.3 twice in one set and answered before: both are replayed',
    [
      ['a', mine, { locked: true, stored }],
      ['a', mine, { locked: true, stored }],
    ],
    [replayed, replayed],
  ],
  [
    '2.11 the answer was erased: the key stays spent, and there is no such message',
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
const answers: [what: string, outcome: Outcome<unknown>, answer: AnswerToStore | null][] = [
  ['a success', done({ id: 'm' }, ['ada']), { body: '{"id":"m"}', errorCode: null, recipientIds: ['ada'] }],
  ['an error that spends the key', refused('message.not_found'), storing('message.not_found', [])],
  ['an error about a recipient', refused('message.retracted', ['ada']), storing('message.retracted', ['ada'])],
  ['an error that leaves the key unspent', refused('whatsapp.already_sent', ['ada']), null],
  ['an item key that is in use', refused('idempotency.request_in_progress'), null],
  ['input that the clock shows to be wrong', { invalid: [{ type: 't', loc: ['send_at'], msg: 'm', input: 1 }] }, null],
]
for (const [what, outcome, answer] of answers)
  test(`${what} is ${answer === null ? 'not stored' : 'stored'} (4.1.7)`, () => {
    expect(answerToStore(withBody(outcome), spending)).toEqual(answer)
  })

function storing(errorCode: ErrorCode, recipientIds: string[]): AnswerToStore {
  return { body: null, errorCode, recipientIds }
}
