import { describe, expect, test } from 'vitest'
import { paidChannels } from './channels/registry.ts'
import type { CodeWords } from './code-words.ts'
import { errorCodes } from './errors.ts'
import { failureCodeWords } from './failure-code-words.ts'
import { reasonWords } from './reason-words.ts'
import { emailFailureReasons, failureCodes, notSentReasons, skipReasons } from './reasons.ts'
import { errorStatus } from './status.ts'
import { events } from './webhooks/event-types.ts'

const tables: Record<string, Record<string, CodeWords>> = {
  'error code': errorCodes,
  reason: reasonWords,
  'failure code': failureCodeWords,
  event: Object.fromEntries(Object.entries(events).map(([type, { words }]) => [type, words])),
}

for (const [kind, table] of Object.entries(tables))
  describe(`the words of a ${kind}`, () => {
    for (const [code, { meaning, fix, customerSaw }] of Object.entries(table))
      test(`${code}: sentences that end with a full stop, and a fix that is not its meaning`, () => {
        for (const text of [meaning, fix, customerSaw]) expect(text).toMatch(/^[A-Z].*[^.]\.$/s)
        expect(fix).not.toBe(meaning)
        expect(fix).not.toContain(meaning)
      })
  })

test('every code that a channel lists has words, and no others have', () => {
  const listed = paidChannels.flatMap((channel) => failureCodes[channel] as readonly string[])
  expect(Object.keys(failureCodeWords).toSorted()).toEqual(listed.toSorted())
  const reasons = [
    ...notSentReasons,
    ...emailFailureReasons,
    ...paidChannels.flatMap((channel) => skipReasons[channel]),
  ]
  expect(Object.keys(reasonWords).toSorted()).toEqual([...new Set<string>(reasons)].toSorted())
})

test('an error of the service or of its load is repeated unchanged, an error of the caller is not (7)', () => {
  for (const [code, { retry }] of Object.entries(errorCodes)) {
    const status = errorStatus[code as keyof typeof errorCodes]
    if (status === 429 || status >= 500) expect([code, retry]).toEqual([code, 'same_request'])
    if ([401, 403, 404, 405, 413, 422].includes(status)) expect([code, retry]).toEqual([code, 'after_fix'])
  }
})

test('a failed paid message stays charged, a rejected one is refunded (2.13)', () => {
  const charged = Object.entries(failureCodeWords).map(([code, words]) => [code.split('.')[1], words.charged])
  expect(Object.fromEntries(charged)).toEqual({
    submit_outcome_unknown: 'yes',
    submit_refused: 'refunded',
    never_submitted: 'refunded',
    carrier_failed: 'yes',
    platform_failed: 'yes',
    no_report: 'yes',
  })
})
