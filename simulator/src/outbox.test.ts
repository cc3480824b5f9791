import { expect, test } from 'vitest'
import { attemptOf, createOutbox, everything, itemOf } from './outbox.ts'
import { arrival, body, submissionOf } from './test-submission.ts'

const submission = (id: string, accepted: boolean) => submissionOf({ id }, accepted)

test('the outbox holds only what the provider accepted, the attempts everything, in order of arrival', () => {
  const outbox = createOutbox()
  const [refused, accepted] = [submission('a', false), submission('b', true)]
  outbox.record(refused)
  outbox.record(accepted)
  expect(outbox.accepted(everything)).toEqual([accepted])
  expect(outbox.attempts(everything)).toEqual([refused, accepted])
  expect([outbox.find('a'), outbox.find('b')]).toEqual([undefined, accepted])
})

test('an item is what arrived with its body, an attempt says whether it was accepted too', async () => {
  expect(await itemOf(submission('b', true))).toEqual({ ...arrival, id: 'b', ...body })
  expect(await attemptOf(submission('b', false))).toEqual({ ...arrival, id: 'b', ...body, accepted: false })
})

test('of more than 100,000 submissions the oldest are forgotten', () => {
  const outbox = createOutbox()
  for (let number = 1; number <= 100_000; number += 1) outbox.record(submission(String(number), true))
  expect(outbox.find('1')).toBeDefined()

  outbox.record(submission('one more', true))
  expect(outbox.find('1')).toBeUndefined()
  const ids = outbox.accepted(everything).map((one) => one.arrival.id)
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([99_001, '1001', 'one more'])
})
