import { expect, test } from 'vitest'
import { waitingWork } from './waiting.decide.ts'

const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 12, minute))

test('what waits in a queue and what became due without a scheduler are one number, with the older time', () => {
  const queues = [
    { name: 'nudges.email', waiting: 3, oldestAt: at(20) },
    { name: 'nudges.sms', waiting: 0, oldestAt: null },
    { name: 'webhooks', waiting: 1, oldestAt: at(5) },
    { name: 'notices', waiting: 2, oldestAt: at(7) },
  ] as const
  const overdue = [
    { work: 'send', channel: 'email', count: 4, oldestAt: at(10) },
    { work: 'send', channel: 'sms', count: 1, oldestAt: at(30) },
    { work: 'delivery', channel: null, count: 6, oldestAt: at(9) },
    // Nothing is sent for a missing report.
    { work: 'report_timeout', channel: 'sms', count: 9, oldestAt: at(1) },
  ] as const
  expect(waitingWork([...queues], [...overdue])).toEqual([
    { name: 'nudges.email', count: 7, oldestAt: at(10) },
    { name: 'nudges.sms', count: 1, oldestAt: at(30) },
    { name: 'webhooks', count: 7, oldestAt: at(5) },
    { name: 'notices', count: 2, oldestAt: at(7) },
  ])
})
