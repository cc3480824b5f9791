import { expect, test } from 'vitest'
import { createOutbox, noFilter, toAttempt, toItem } from './outbox.ts'
import { arrival, body, testSubmission } from './test-submission.ts'

const submission = (id: string, accepted: boolean) => testSubmission({ id }, accepted)

test('the outbox lists accepted submissions, the attempts all of them, in order of arrival', () => {
  const outbox = createOutbox()
  const [refused, accepted] = [submission('a', false), submission('b', true)]
  outbox.record(refused)
  outbox.record(accepted)
  expect(outbox.accepted(noFilter)).toEqual([accepted])
  expect(outbox.attempts(noFilter)).toEqual([refused, accepted])
  expect([outbox.find('a'), outbox.find('b')]).toEqual([undefined, accepted])
})

test('an item is the arrival with its body, and an attempt adds whether it was accepted', async () => {
  expect(await toItem(submission('b', true))).toEqual({ ...arrival, id: 'b', ...body })
  expect(await toAttempt(submission('b', false))).toEqual({ ...arrival, id: 'b', ...body, accepted: false })
})

test('above 100,000 submissions the oldest are evicted', () => {
  const outbox = createOutbox()
  for (let number = 1; number <= 100_000; number += 1) outbox.record(submission(String(number), true))
  expect(outbox.find('1')).toBeDefined()

  outbox.record(submission('one more', true))
  expect(outbox.find('1')).toBeUndefined()
  const ids = outbox.accepted(noFilter).map((one) => one.arrival.id)
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([99_001, '1001', 'one more'])
})
