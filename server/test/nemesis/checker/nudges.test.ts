import { expect, test } from 'vitest'
import type { Barrier } from '../history.ts'
import { attempt, messageId, nudge, nudgeId, pushId, text, textAttempt, verdict } from './checker.support.ts'
import { checkBarriers, checkStoredAttempts, checkSubmissions, checkTexts } from './nudges.ts'

const number = 'sms +447700910000'
for (const { what, nudges, attempts, found } of [
  { what: 'accepted once', nudges: [nudge()], attempts: [attempt()], found: [] },
  {
    what: 'refused, then accepted, with two committed attempts',
    nudges: [nudge({ attempts: 2 })],
    attempts: [attempt({ accepted: false }), attempt()],
    found: [],
  },
  {
    what: 'more submissions than committed attempts',
    nudges: [nudge()],
    attempts: [attempt({ accepted: false }), attempt()],
    found: [`${nudgeId}: submitted 2 times, with 1 committed attempts`],
  },
  {
    what: 'accepted twice',
    nudges: [nudge({ attempts: 2 })],
    attempts: [attempt(), attempt()],
    found: [`${nudgeId}: accepted 2 times, with 1 nudges`],
  },
  {
    what: 'accepted, and cancelled nevertheless',
    nudges: [nudge({ state: 'cancelled' })],
    attempts: [attempt()],
    found: [`${nudgeId}: accepted, and ended cancelled`],
  },
  { what: 'erased, and accepted once', nudges: [], attempts: [attempt()], found: [] },
  {
    what: 'erased, and accepted twice',
    nudges: [],
    attempts: [attempt(), attempt()],
    found: [`${nudgeId}: accepted 2 times`],
  },
  { what: 'a text and its resend', nudges: [text(), text()], attempts: [textAttempt(), textAttempt()], found: [] },
  {
    what: 'a text accepted twice',
    nudges: [text({ attempts: 2 })],
    attempts: [textAttempt(), textAttempt()],
    found: [`${number}: accepted 2 times, with 1 nudges`],
  },
])
  test(`I2 ${verdict(found.length > 0)}: ${what}`, () => {
    expect(checkSubmissions(nudges, attempts).map((one) => one.found)).toEqual(found)
  })

for (const { what, nudges, isViolation } of [
  { what: 'one text', nudges: [text()], isViolation: false },
  { what: 'two texts', nudges: [text(), text({ state: 'accepted' })], isViolation: true },
  { what: 'two texts of different pushes', nudges: [text(), text({ push_id: 'another' })], isViolation: false },
  {
    what: 'a failed text that may have arrived, and another',
    nudges: [text({ state: 'failed' }), text()],
    isViolation: true,
  },
  { what: 'rejected, then resent', nudges: [text({ state: 'rejected' }), text()], isViolation: false },
  {
    what: 'reported as failed by the carrier, then resent',
    nudges: [text({ state: 'failed', error_code: 'sms.carrier_failed' }), text()],
    isViolation: false,
  },
  { what: 'two emails', nudges: [nudge(), nudge()], isViolation: false },
])
  test(`I9 ${verdict(isViolation)}: ${what}`, () => {
    const found = checkTexts(nudges).map((one) => one.found)
    expect(found.map((one) => one.includes(pushId))).toEqual(isViolation ? [true] : [])
  })

const barrier = (cause: Barrier['cause'], nudges: Barrier['nudges']): Barrier => ({
  kind: 'barrier',
  cause,
  at: 0,
  messageId,
  nudges,
})
for (const { state, before, after, isViolation } of [
  { state: 'cancelled', before: 0, after: 0, isViolation: false },
  { state: 'cancelled', before: 1, after: 1, isViolation: false },
  { state: 'cancelled', before: 0, after: 1, isViolation: true },
  { state: 'queued', before: 0, after: 1, isViolation: true },
  { state: 'waiting', before: 1, after: 2, isViolation: true },
  { state: 'submitting', before: 1, after: 1, isViolation: false },
  { state: 'submitting', before: 1, after: 2, isViolation: true },
])
  test(`I7 ${verdict(isViolation)}: ${state} at the stop with ${before} attempts, ${after} in the end`, () => {
    const stop = barrier('stop', [{ id: nudgeId, state, attempts: before }])
    expect(checkBarriers([stop], [nudge({ attempts: after })])).toHaveLength(isViolation ? 1 : 0)
  })

for (const { cause, attempts, isViolation } of [
  { cause: 'retract', attempts: 0, isViolation: false },
  { cause: 'retract', attempts: 1, isViolation: true },
  { cause: 'stop', attempts: 1, isViolation: false },
] as const)
  test(`I7 ${verdict(isViolation)}: a nudge created after a ${cause}, with ${attempts} attempts`, () => {
    expect(checkBarriers([barrier(cause, [])], [nudge({ attempts })])).toHaveLength(isViolation ? 1 : 0)
  })

test('I7 no violation: a nudge of an erased recipient', () => {
  expect(checkBarriers([barrier('stop', [{ id: nudgeId, state: 'queued', attempts: 0 }])], [])).toEqual([])
})

for (const { what, attempts, stored, found } of [
  { what: 'never submitted', attempts: 0, stored: [], found: [] },
  { what: 'accepted at once', attempts: 1, stored: [], found: [] },
  { what: 'refused once', attempts: 1, stored: [1], found: [] },
  { what: 'refused twice, then accepted', attempts: 3, stored: [1, 2], found: [] },
  { what: 'a retry without its cause', attempts: 3, stored: [1], found: [`${nudgeId}: attempt 2 of 3 is not stored`] },
  {
    what: 'an attempt that was not made',
    attempts: 1,
    stored: [2],
    found: [`${nudgeId}: attempt 2 was never counted`],
  },
])
  test(`I13 ${verdict(found.length > 0)}: ${what}`, () => {
    const nudges = [nudge({ attempts, stored_attempts: stored })]
    expect(checkStoredAttempts(nudges).map((one) => one.found)).toEqual(found)
  })
