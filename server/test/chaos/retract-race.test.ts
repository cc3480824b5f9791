import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { formatId } from '../../src/ids.ts'
import type { Shop } from '../support/client.ts'
import { seeded } from '../support/seeded.ts'
import { until } from '../support/simulator-client.ts'
import { tally } from '../support/tally.ts'
import { createTestService } from '../support/test-service.ts'
import { address, push } from './pushes.ts'

const { business, db, simulator } = await createTestService()

test('retract calls off: 1,000 seeded races against the worker: zero calls, or one that was under way', async () => {
  const seed = 20261120
  const shop = await business({ rate_limit_per_second: 10_000 })
  await Promise.all(Array.from({ length: 10 }, (_, lane) => race(shop, 100, seeded(seed + lane))))

  const nudges = await until('the end of all', async () => {
    const rows = await db.all(ends)
    return rows.every(({ state }) => state === 'cancelled' || state === 'delivered') && rows
  })
  const calls = tally((await simulator.attempts()).map((mail) => mail.headers['x-tidings-message']))
  const seen = tally(
    nudges.map(({ message_id: id, state, attempts, told }) =>
      [state, attempts, calls.get(formatId('msg', id)) ?? 0, told].join(' '),
    ),
  )
  process.stdout.write(`chaos: seed ${seed}, ${JSON.stringify(Object.fromEntries(seen))}\n`)
  const [calledOff, gone] = ['cancelled 0 0 message.not_sent', 'delivered 1 1 message.delivered']
  expect(new Set(seen.keys())).toEqual(new Set([calledOff, gone]))
  // Each came first at times, or nothing was tested.
  expect(Math.min(...seen.values())).toBeGreaterThan(50)
}, 120_000)

async function race(shop: Shop, times: number, next: () => number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const [message] = (await push(shop, [address()])).pushed
    // More often early than late, because the worker is quick.
    await sleep(next() ** 2 * 12)
    const headers = { 'Idempotency-Key': message!.id }
    const answer = await shop.call('POST', `/api/v1/messages/${message!.id}/retract`, { headers })
    expect(answer.json).toEqual({ id: message!.id, retracted: true, status: 'retracted' })
  }
}

const ends = statement<null, { message_id: string; state: string; attempts: number; told: string }>(
  'chaos.ends',
  `select n.message_id, n.state, n.attempts, string_agg(e.type, ' ' order by e.occurred_at, e.id) as told
     from nudges n left join events e on e.message_id = n.message_id
    group by n.id, n.business_id`,
)
