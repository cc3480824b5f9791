import { expect, test } from 'vitest'
import { withoutRecipient } from './erase.decide.ts'
import type { BatchResult, PushResult } from './push/schema.ts'

const pushedTo = (email: string, index: number) => ({
  index,
  ok: true,
  result: { id: `msg_${index}`, recipient_email: email } as PushResult,
  error_code: null,
  detail: null,
})
const isAda = (email: string): boolean => email === 'ada@example.com'
const failed: BatchResult['results'][number] = {
  index: 2,
  ok: false,
  result: null,
  error_code: 'common.validation_failed',
  detail: 'subject: …',
}

test('a replayed batch reports the items of an erased recipient as not found and changes nothing else (2.11)', () => {
  const batch: BatchResult = {
    results: [pushedTo('ada@example.com', 0), pushedTo('grace@example.com', 1), failed, pushedTo('ada@example.com', 3)],
  }
  const erasedItem = (index: number) => ({
    index,
    ok: false,
    result: null,
    error_code: 'message.not_found',
    detail: null,
  })
  expect(withoutRecipient(batch, isAda)).toEqual({
    batch: { results: [erasedItem(0), pushedTo('grace@example.com', 1), failed, erasedItem(3)] },
    erased: 2,
  })
})
test('a batch without items of the erased recipient is unchanged byte for byte (2.11)', () => {
  const batch: BatchResult = { results: [pushedTo('grace@example.com', 0), failed] }
  const { batch: after, erased } = withoutRecipient(batch, isAda)
  expect([JSON.stringify(after), erased]).toEqual([JSON.stringify(batch), 0])
})
