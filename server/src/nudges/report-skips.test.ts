import { type Level, pino } from 'pino'
import { expect, test } from 'vitest'
import type { Transaction } from '../db/database.ts'
import { reportSkips } from './report-skips.ts'

const businessId = '01890000-0000-7000-8000-000000000001'
const messageId = '01890000-0000-7000-8000-000000000002'
const skipped = { businessId, messageId, channel: 'sms', state: 'skipped', skippedReason: 'no_phone' } as const

function reportAt(level: Level, ...nudges: Parameters<typeof reportSkips>[2]) {
  const lines: Record<string, unknown>[] = []
  const effects: (() => void)[] = []
  const tx: Pick<Transaction, 'afterCommit' | 'count'> = {
    afterCommit: (effect) => void effects.push(effect),
    count: () => undefined,
  }
  const output = { write: (line: string) => void lines.push(JSON.parse(line)) }
  reportSkips({ log: pino({ level, base: null, timestamp: false }, output) }, tx, nudges)
  const before = lines.length
  for (const effect of effects) effect()
  return { before, lines }
}

test('at debug a skip is a line with the message, the channel and the reason, after the commit', () => {
  expect(reportAt('debug', skipped)).toEqual({
    before: 0,
    lines: [
      {
        level: 20,
        message_id: expect.stringMatching(/^msg_/),
        business_id: expect.stringMatching(/^biz_/),
        channel: 'sms',
        reason: 'no_phone',
        msg: 'skip',
      },
    ],
  })
})

test('a paid nudge that a gate rejects is a skip; one that is sent, failed or was cancelled is none', () => {
  const { lines } = reportAt(
    'debug',
    { ...skipped, state: 'rejected' },
    { ...skipped, state: 'queued', skippedReason: null },
    { ...skipped, state: 'rejected', skippedReason: null },
    { ...skipped, channel: 'email', state: 'cancelled', skippedReason: 'retracted' },
  )
  expect(lines).toHaveLength(1)
})

test('at info no line is built', () => {
  const unread = {
    ...skipped,
    get messageId(): string {
      throw new Error('a line was built')
    },
  }
  expect(reportAt('info', unread).lines).toEqual([])
  expect(() => reportAt('debug', unread)).toThrow('a line was built')
})
