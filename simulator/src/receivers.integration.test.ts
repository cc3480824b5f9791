import { expect, test } from 'vitest'
import { createReceivers } from './receivers.ts'

test('a receiver stores its last 100,000 deliveries', () => {
  const receivers = createReceivers()
  const [receiver, other] = [receivers.add('ok'), receivers.add('ok')]
  const delivery = (body: string) => ({ headers: {}, body, at: '2031-03-10T12:00:00.000Z', answered: 204 })
  receivers.record(other, delivery('another'))
  for (let number = 1; number <= 100_001; number += 1) receivers.record(receiver, delivery(String(number)))

  const stored = receiver.deliveries.items()
  expect([stored.length, stored[0], stored.at(-1)]).toEqual([100_000, delivery('2'), delivery('100001')])
  expect(other.deliveries.items()).toEqual([delivery('another')])
})
