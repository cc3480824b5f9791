import type { Attack, Stage, Target } from '../attack.ts'
import { jsonAs, repeat, requestOf } from '../exchange.ts'
import { fillRecipient } from '../fill.ts'

const email = 'crowded@example.com'
const batchSize = 100

/** One recipient with very many messages to erase, while all other requests for the same recipient wait for its lock. */
export const erasureAttacks: Attack[] = [
  {
    name: 'erase-and-phone',
    title: '50,000 messages to one address, `erase`, and 40 × `PUT …/phone`',
    prepare: (stage) => fill(stage, 50_000),
    start(target) {
      erase(target)
      const put = requestOf('PUT', `/api/v1/recipients/${email}/phone`, jsonAs(target), '{"phone":"+447700900123"}')
      repeat(target, [put], { connections: 40, pauseMilliseconds: 20 })
    },
  },
  {
    name: 'erase-and-batches',
    title: '100,000 messages to one address, `erase`, and 16 batches to it',
    prepare: (stage) => fill(stage, 100_000),
    minRateShare: 0.9,
    start(target) {
      erase(target)
      // No email, because this attack is about the rows of one recipient.
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
