import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { formatId } from '../../src/ids.ts'
import type { Shop } from '../support/client.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { until } from '../support/simulator-client.ts'
import { tally } from '../support/tally.ts'
import { createTestService } from '../support/test-service.ts'
import { address, push } from './pushes.ts'

const { business, db, simulator } = await createTestService()

/** On a slow machine a retraction seldom arrives before the send, so there are rounds until both have won often enough. */
const [streams, racesOfStream, maxRounds, minWins] = [10, 30, 10, 11]

test('300 races or more of retract against send: the email is cancelled and never submitted, or submitted once', async () => {
  const seed = 20261120
  const shop = await business({ rate_limit_per_second: 10_000 })
  let seen = new Map<string, number>()
  for (let round = 0; round < maxRounds && (seen.size < 2 || Math.min(...seen.values()) < minWins); round++) {
    const random = (stream: number) => seededRandom(seed + round * streams + stream)
    await Promise.all(Array.from({ length: streams }, (_, stream) => race(shop, racesOfStream, random(stream))))
    seen = await outcomes()
  }
  process.stdout.write(`chaos: seed ${seed}, ${JSON.stringify(Object.fromEntries(seen))}\n`)
  const [cancelled, sent] = ['cancelled 0 0 message.not_sent', 'delivered 1 1 message.delivered']
  expect(new Set(seen.keys())).toEqual(new Set([cancelled, sent]))
  // Both outcomes must occur, otherwise the two sides did not race.
  expect(Math.min(...seen.values())).toBeGreaterThanOrEqual(minWins)
})

/** How often each combination of state, attempts, submissions and events occurred. */
async function outcomes(): Promise<Map<string, number>> {
  const nudges = await until('all nudges to end', async () => {
    const rows = await db.all(finalStates)
    return rows.every(({ state }) => state === 'cancelled' || state === 'delivered') && rows
  })
  const submissions = tally((await simulator.attempts()).map((item) => item.headers['x-tidings-message']))
  return tally(
    nudges.map(({ message_id: id, state, attempts, events }) =>
      [state, attempts, submissions.get(formatId('msg', id)) ?? 0, events].join(' '),
    ),
  )
}

async function race(shop: Shop, times: number, next: () => number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const [message] = (await push(shop, [address()])).pushed
    // More often early than late, because the worker is fast.
    await sleep(next() ** 2 * 12)
    const headers = { 'Idempotency-Key': message!.id }
    const response = await shop.call('POST', `/api/v1/messages/${message!.id}/retract`, { headers })
    expect(response.json).toEqual({ id: message!.id, retracted: true, status: 'retracted' })
  }
}

const finalStates = statement<null, { message_id: string; state: string; attempts: number; events: string }>(
  'chaos.final_states',
  `select n.message_id, n.state, n.attempts, string_agg(e.type, ' ' order by e.occurred_at, e.id) as events
     from nudges n left join events e on e.message_id = n.message_id
    group by n.id, n.business_id`,
)
