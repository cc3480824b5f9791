import { expect, test } from 'vitest'
import { decideOnce, type KeyFacts, type Verdict } from './once.decide.ts'

const [mine, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const stored = { fingerprint: mine, body: '{"id":"msg_1"}', recipient_ids: ['ada'] }
const erased = { fingerprint: mine, body: null, recipient_ids: [] }
const replayed = { replay: stored.body, recipientIds: ['ada'] }
const inProgress = { refused: 'idempotency.request_in_progress' } as const

type Row = [what: string, calls: [scope: string, fingerprint: Buffer, facts: KeyFacts][], verdicts: Verdict[]]
const rows: Row[] = [
  ['4.1.6 an unknown key runs', [['a', mine, { locked: true, stored: null }]], [{ run: true }]],
  ['4.1.3 same key, same body: replayed', [['a', mine, { locked: true, stored }]], [replayed]],
  [
    '4.1.4 same key, different body: key_reused',
    [['a', other, { locked: true, stored }]],
    [{ refused: 'idempotency.key_reused' }],
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
    [{ refused: 'message.not_found' }, { refused: 'idempotency.key_reused' }],
  ],
]
for (const [what, calls, verdicts] of rows)
  test(what, () => {
    expect(
      decideOnce(
        calls.map(([scope, fingerprint]) => ({ scope, fingerprint })),
        calls.map(([, , facts]) => facts),
      ),
    ).toEqual(verdicts)
  })
