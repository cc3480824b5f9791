import type { Attack } from '../attack.ts'
import { jsonAs, repeat, requestOf } from '../exchange.ts'

const connections = 256

/** Very many valid batches. */
export const batchAttacks: Attack[] = [
  {
    name: 'large-batches',
    title: `${connections} connections of one business with good batches of 1.9 MB`,
    start(target) {
      const push = (index: number): object => ({
        recipient_email: `customer-${index}@example.com`,
        subject: 'S',
        // Two bytes per character.
        body: 'é'.repeat(9_500),
        // No email, because this attack is about pushes.
        notify: false,
      })
      const body = JSON.stringify({ messages: Array.from({ length: 100 }, (_, index) => push(index)) })
      repeat(target, [requestOf('POST', '/api/v1/messages/batch', jsonAs(target), body)], {
        connections,
        pauseMilliseconds: 20,
      })
    },
  },
]
