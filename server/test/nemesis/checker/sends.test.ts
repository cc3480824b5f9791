import { expect, test } from 'vitest'
import type { Barrier } from '../history.ts'
import { attempt, messageId, pushId, send, sendId, text, textAttempt } from './checker.support.ts'
import { checkBarriers, checkSubmissions, checkTexts } from './sends.ts'

const number = 'sms +447700910000'
for (const { what, sends, attempts, found } of [
  { what: 'one accepted', sends: [send()], attempts: [attempt()], found: [] },
  {
    what: 'refused, then accepted, both committed to',
    sends: [send({ attempts: 2 })],
    attempts: [attempt({ accepted: false }), attempt()],
    found: [],
  },
  {
    what: 'submitted more often than committed to',
    sends: [send()],
    attempts: [attempt({ accepted: false }), attempt()],
    found: [`${sendId}: submitted 2 times, 1 were committed to`],
  },
  {
    what: 'accepted twice',
    sends: [send({ attempts: 2 })],
    attempts: [attempt(), attempt()],
    found: [`${sendId}: accepted 2 times, for 1 sends`],
  },
  {
    what: 'accepted, and called off all the same',
    sends: [send({ state: 'cancelled' })],
    attempts: [attempt()],
    found: [`${sendId}: accepted, and ended cancelled`],
  },
  { what: 'erased, and accepted once', sends: [], attempts: [attempt()], found: [] },
  {
    what: 'erased, and accepted twice',
    sends: [],
    attempts: [attempt(), attempt()],
    found: [`${sendId}: accepted 2 times`],
  },
  { what: 'a text and its resend', sends: [text(), text()], attempts: [textAttempt(), textAttempt()], found: [] },
  {
    what: 'a text accepted twice',
    sends: [text({ attempts: 2 })],
    attempts: [textAttempt(), textAttempt()],
    found: [`${number}: accepted 2 times, for 1 sends`],
  },
])
  test(`I2 ${what}`, () => {
    expect(checkSubmissions(sends, attempts).map((one) => one.found)).toEqual(found)
  })

for (const { what, sends, isBroken } of [
  { what: 'one text', sends: [text()], isBroken: false },
  { what: 'two texts', sends: [text(), text({ state: 'accepted' })], isBroken: true },
  { what: 'two texts of two pushes', sends: [text(), text({ push_id: 'another' })], isBroken: false },
  { what: 'one that may have arrived and another', sends: [text({ state: 'failed' }), text()], isBroken: true },
  { what: 'rejected, then resent', sends: [text({ state: 'rejected' }), text()], isBroken: false },
  {
    what: 'failed at the carrier, then resent',
    sends: [text({ state: 'failed', error_code: 'sms.carrier_failed' }), text()],
    isBroken: false,
  },
  { what: 'two emails', sends: [send(), send()], isBroken: false },
])
  test(`I9 ${what} of a push: ${isBroken ? 'broken' : 'kept'}`, () => {
    const found = checkTexts(sends).map((one) => one.found)
    expect(found.map((one) => one.includes(pushId))).toEqual(isBroken ? [true] : [])
  })

const barrier = (cause: Barrier['cause'], stood: Barrier['sends']): Barrier => ({
  kind: 'barrier',
  cause,
  at: 0,
  messageId,
  sends: stood,
})
for (const { state, before, after, isBroken } of [
  { state: 'cancelled', before: 0, after: 0, isBroken: false },
  { state: 'cancelled', before: 1, after: 1, isBroken: false },
  { state: 'cancelled', before: 0, after: 1, isBroken: true },
  { state: 'queued', before: 0, after: 1, isBroken: true },
  { state: 'waiting', before: 1, after: 2, isBroken: true },
  { state: 'submitting', before: 1, after: 1, isBroken: false },
  { state: 'submitting', before: 1, after: 2, isBroken: true },
])
  test(`I7 ${state} at the stop with ${before} attempts, ${after} in the end: ${isBroken ? 'broken' : 'kept'}`, () => {
    const stop = barrier('stop', [{ id: sendId, state, attempts: before }])
    expect(checkBarriers([stop], [send({ attempts: after })])).toHaveLength(isBroken ? 1 : 0)
  })

for (const { cause, attempts, isBroken } of [
  { cause: 'retract', attempts: 0, isBroken: false },
  { cause: 'retract', attempts: 1, isBroken: true },
  { cause: 'stop', attempts: 1, isBroken: false },
] as const)
  test(`I7 a send made after a ${cause}, with ${attempts} attempts: ${isBroken ? 'broken' : 'kept'}`, () => {
    expect(checkBarriers([barrier(cause, [])], [send({ attempts })])).toHaveLength(isBroken ? 1 : 0)
  })

test('I7 of somebody erased nothing is known', () => {
  expect(checkBarriers([barrier('stop', [{ id: sendId, state: 'queued', attempts: 0 }])], [])).toEqual([])
})
