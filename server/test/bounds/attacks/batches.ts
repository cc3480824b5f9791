import type { Attack } from '../attack.ts'
import { jsonAs, repeat, requestOf } from '../exchange.ts'

const connections = 256

const batchOf = (push: (index: number) => object): string =>
  JSON.stringify({ messages: Array.from({ length: 100 }, (_, index) => push(index)) })

/** Very many valid batches. */
export const batchAttacks: Attack[] = [
  {
    name: 'large-batches',
    title: `${connections} connections of one business with good batches of 1.9 MB`,
    start(target) {
      const body = batchOf((index) => ({
        recipient_email: `customer-${index}@example.com`,
        subject: 'S',
        // Two bytes per character.
        body: 'é'.repeat(9_500),
        // No email, because this attack is about pushes.
        notify: false,
      }))
      repeat(target, [requestOf('POST', '/api/v1/messages/batch', jsonAs(target), body)], {
        connections,
        pauseMilliseconds: 20,
      })
    },
  },
  {
    name: 'large-previews',
    title: `${connections} connections of one business with previews of 100 emails that are expensive to render`,
    start(target) {
      const body = batchOf((index) => ({
        recipient_email: `customer-${index}@example.com`,
        subject: '&'.repeat(100),
        // Every character becomes an entity of the HTML, and the text has no space at which to break a line.
        body: '&'.repeat(9_500),
      }))
      repeat(target, [requestOf('POST', '/api/v1/messages/preview/batch', jsonAs(target), body)], {
        connections,
        pauseMilliseconds: 20,
      })
    },
  },
]
