import { pino } from 'pino'
import { expect, test } from 'vitest'
import { tooBusy } from './bulkhead.ts'
import { logFailure } from './log-failure.ts'

const lines: Record<string, unknown>[] = []
const log = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(JSON.parse(line)) })
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

for (const [what, error, level] of [
  ['a database that refuses connections', refused, 40],
  ['a connection that ended', new Error('Connection terminated unexpectedly'), 40],
  ['a database that is too busy', tooBusy(), 40],
  ['a bug', new TypeError('undefined is not a function'), 50],
  ['anything else that was thrown', null, 50],
] as const)
  test(`${what} is logged at level ${level}, with the fields of the work`, () => {
    logFailure(log, error, 'failed to take jobs', { queue: 'webhooks' })
    expect(lines.pop()).toEqual({ level, queue: 'webhooks', error: expect.any(Object), msg: 'failed to take jobs' })
  })
