import { jsonAs, repeat, requestOf } from '../exchange.ts'
import type { Row } from '../row.ts'

const connections = 256

/** Nothing wrong with any of them, only very many. */
export const batchRows: Row[] = [
  {
    name: 'large-batches',
    title: `${connections} connections of one business with good batches of 1.9 MB`,
    attack(target) {
      const push = (index: number): object => ({
        recipient_email: `customer-${index}@example.com`,
        subject: 'S',
        // Two bytes a character.
        body: 'é'.repeat(9_500),
        // Silent: this is about pushes and not about email.
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
