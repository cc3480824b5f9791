import { jsonAs, repeat, requestOf } from '../exchange.ts'
import { fillRecipient } from '../fill.ts'
import type { Row, Stage, Target } from '../row.ts'

const email = 'crowded@example.com'
const batchSize = 100

/** One address with very much to erase, while everything else that is asked of it waits for its lock. */
export const erasureRows: Row[] = [
  {
    name: 'erase-and-phone',
    title: '50,000 messages to one address, `erase`, and 40 × `PUT …/phone`',
    prepare: (stage) => fill(stage, 50_000),
    attack(target) {
      erase(target)
      const put = requestOf('PUT', `/api/v1/recipients/${email}/phone`, jsonAs(target), '{"phone":"+447700900123"}')
      repeat(target, [put], { connections: 40, pauseMilliseconds: 20 })
    },
  },
  {
    name: 'erase-and-batches',
    title: '100,000 messages to one address, `erase`, and 16 batches to it',
    prepare: (stage) => fill(stage, 100_000),
    leastRateShare: 0.9,
    attack(target) {
      erase(target)
      // Silent: this is about the rows of one address and not about email.
      const push = { recipient_email: email, subject: 'S', body: 'B', notify: false }
      const body = JSON.stringify({ messages: Array.from({ length: batchSize }, () => push) })
      repeat(target, [requestOf('POST', '/api/v1/messages/batch', jsonAs(target), body)], {
        connections: 16,
        pauseMilliseconds: 20,
      })
    },
  },
]

async function fill({ sql, businessId, scale }: Stage, messages: number): Promise<Partial<Target>> {
  await fillRecipient(sql, { businessId, email, messages: messages * scale, bodyCharacters: 1_000 })
  return { email }
}

const erase = (target: Target): void =>
  repeat(target, [requestOf('POST', `/api/v1/recipients/${email}/erase`, jsonAs(target))], {
    connections: 1,
    pauseMilliseconds: 100,
  })
