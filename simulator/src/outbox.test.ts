import { expect, test } from 'vitest'
import { createOutbox, everything, type Item } from './outbox.ts'

const item: Item = {
  id: 'a',
  channel: 'email',
  to: 'ada@example.com',
  from: null,
  subject: null,
  text: null,
  html: null,
  link: null,
  unsubscribe_url: null,
  headers: null,
  template: null,
  parameters: null,
  at: '2026-01-01T00:00:00.000Z',
}

test('the outbox holds only what the provider accepted, the attempts everything, in order of arrival', () => {
  const outbox = createOutbox()
  outbox.record({ item, accepted: false, messageId: 'msg_1' })
  outbox.record({ item: { ...item, id: 'b' }, accepted: true, messageId: 'msg_1' })
  expect(outbox.accepted(everything)).toEqual([{ ...item, id: 'b' }])
  expect(outbox.attempts(everything)).toEqual([
    { ...item, accepted: false },
    { ...item, id: 'b', accepted: true },
  ])
  expect([outbox.find('a'), outbox.find('b')?.id]).toEqual([undefined, 'b'])
})
