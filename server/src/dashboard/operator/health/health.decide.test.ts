import { describe, expect, test } from 'vitest'
import { type Finding, findings, type HealthFacts, type QueueFacts, type RefusalFacts } from './health.decide.ts'

const now = new Date('2026-03-01T12:00:00Z')
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000)
const healthy: HealthFacts = {
  now,
  countLimit: 10_000,
  seenAt: ago(2),
  pause: null,
  queues: [],
  overdue: [],
  refusals: [],
  endpoints: [],
  pausedBusinesses: [],
  textNotices: [],
  connections: { used: 20, permitted: 97, waiting: 0 },
}
const found = (facts: Partial<HealthFacts>): Finding[] => findings({ ...healthy, ...facts })
const short = ({ symptom, urgency, title }: Finding) => [symptom, urgency, title]
const queue = (facts: Partial<QueueFacts>): QueueFacts => ({
  name: 'nudges.sms',
  waiting: 0,
  oldestAt: null,
  leased: 0,
  expired: 0,
  ...facts,
})
const refusal = (facts: Partial<RefusalFacts>): RefusalFacts => ({
  channel: 'email',
  outcome: 'refused',
  code: 'smtp 421',
  isRetried: true,
  count: 5,
  firstAt: ago(600),
  lastAt: ago(5),
  ...facts,
})
const endpoint = {
  businessId: 'b',
  businessName: 'Harbour Lamps',
  url: 'https://hooks.example.com/secret-path',
  failures: 3,
  disabledAt: null,
  lastSuccessAt: ago(3_600),
  lastError: null,
}

test('nothing is found when everything is normal', () => expect(found({})).toEqual([]))

const cases: [string, Partial<HealthFacts>, string[][]][] = [
  [
    'a worker that was not seen for more than 30 seconds',
    { seenAt: ago(31) },
    [['nothing_is_sent', 'now', 'No worker runs, so nothing is sent']],
  ],
  ['a worker that was seen 30 seconds ago', { seenAt: ago(30) }, []],
  [
    'a hold by an operator, with the note',
    { pause: { reason: 'operator', since: ago(60), note: 'The provider refuses every email' } },
    [['nothing_is_sent', 'now', 'An operator holds all sending: The provider refuses every email']],
  ],
  [
    'a pause after a restore, also while no worker stamps that it runs',
    { pause: { reason: 'other_database', since: ago(60), note: null }, seenAt: ago(9_000) },
    [['nothing_is_sent', 'now', 'All sending is paused, because this database may be an older copy']],
  ],
  [
    'work that waits because of a hold is not reported beside it',
    {
      pause: { reason: 'operator', since: ago(900), note: 'x' },
      queues: [queue({ waiting: 40, oldestAt: ago(800) })],
      overdue: [{ work: 'send', channel: 'sms', count: 9, oldestAt: ago(700) }],
    },
    [['nothing_is_sent', 'now', 'An operator holds all sending: x']],
  ],
  [
    'a queue whose oldest job is due for more than five minutes',
    { queues: [queue({ waiting: 1_200, oldestAt: ago(301) })] },
    [['sends_are_late', 'now', 'Texts: 1,200 wait, the oldest for more than five minutes']],
  ],
  ['a queue that is worked off', { queues: [queue({ waiting: 1_200, oldestAt: ago(300), leased: 100 })] }, []],
  [
    'a queue that was not counted to its end',
    { queues: [queue({ waiting: 10_000, oldestAt: ago(400) })] },
    [['sends_are_late', 'now', 'Texts: 10,000 or more wait, the oldest for more than five minutes']],
  ],
  [
    'jobs of a worker that does not respond',
    { queues: [queue({ name: 'webhooks', leased: 12, expired: 7 })] },
    [['sends_are_late', 'soon', 'Webhook deliveries: 7 were taken by a worker that does not respond']],
  ],
  [
    'work of all channels whose time has come',
    {
      overdue: [
        { work: 'send', channel: 'email', count: 2, oldestAt: ago(70) },
        { work: 'send', channel: 'sms', count: 3, oldestAt: ago(90) },
      ],
    },
    [
      [
        'scheduled_work_is_overdue',
        'now',
        '5 scheduled sends and retries are not queued, although their time has come',
      ],
    ],
  ],
  [
    'five refusals that are retried',
    { refusals: [refusal({})] },
    [['a_provider_refuses', 'now', '5 emails in the last hour were refused by the provider, with smtp 421']],
  ],
  ['four refusals that are retried', { refusals: [refusal({ count: 4 })] }, []],
  ['final refusals of single addresses', { refusals: [refusal({ isRetried: false, count: 19 })] }, []],
  [
    'twenty final refusals with one code',
    { refusals: [refusal({ isRetried: false, count: 20, code: 'smtp 553' })] },
    [['a_provider_refuses', 'now', '20 emails in the last hour were refused by the provider, with smtp 553']],
  ],
  [
    'five submissions without a response',
    { refusals: [refusal({ channel: 'sms', outcome: 'unknown', code: null, isRetried: false })] },
    [['a_provider_refuses', 'now', '5 texts in the last hour have an unknown outcome']],
  ],
  [
    'a shop that the service paused comes before one that an operator paused and before an endpoint',
    {
      endpoints: [endpoint, { ...endpoint, failures: 20, disabledAt: ago(60) }],
      pausedBusinesses: [
        { businessId: 'a', name: 'Hill Farm', since: null, isByService: false },
        { businessId: 'b', name: 'Corner Shop', since: ago(5), isByService: true },
      ],
    },
    [
      ['a_shop_is_paused', 'now', 'Nothing is sent for Corner Shop'],
      ['a_shop_is_paused', 'soon', 'Nothing is sent for Hill Farm'],
      ['events_do_not_arrive', 'soon', 'Harbour Lamps: 3 events in a row did not reach hooks.example.com'],
      ['events_do_not_arrive', 'soon', 'Harbour Lamps: the endpoint at hooks.example.com was disabled'],
    ],
  ],
  [
    'more than four fifths of the connections in use',
    { connections: { used: 78, permitted: 97, waiting: 3 } },
    [['requests_are_slow', 'soon', '78 of 97 connections to the database are in use']],
  ],
]
describe('what is found:', () => {
  for (const [name, facts, expected] of cases) test(name, () => expect(found(facts).map(short)).toEqual(expected))
})

test('each finding says since when, and leads to the page where it is dealt with', () => {
  const [hold] = found({ pause: { reason: 'operator', since: ago(60), note: 'x' } })
  expect([hold!.since, hold!.target]).toEqual([ago(60), { page: 'sending' }])
  const [late] = found({ queues: [queue({ waiting: 1, oldestAt: ago(301) })] })
  expect([late!.since, late!.target]).toEqual([ago(301), { page: 'health', symptom: 'sends_are_late' }])
  const [failing] = found({ endpoints: [endpoint] })
  expect([failing!.since, failing!.target]).toEqual([
    ago(3_600),
    { page: 'business', businessId: 'b', tab: 'webhooks' },
  ])
})
