import type { Attack } from '../attack.ts'
import { jsonAs, repeat, requestOf } from '../exchange.ts'

const push = { recipient_email: 'customer@example.com', subject: 'S', body: 'B' }
const wrongItems = (count: number): string => `[${'1,'.repeat(count - 1)}1]`
const withField = (name: string, json: string): string => `${JSON.stringify(push).slice(0, -1)},"${name}":${json}}`
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

/** Bodies within the size limit whose validation or response is much larger than the body. */
export const validationAttacks: Attack[] = [
  {
    name: 'wrong-items',
    title: 'a push with a million wrong items in `channels` (2 MB), 4 connections',
    start: (target) =>
      repeat(
        target,
        [requestOf('POST', '/api/v1/messages', jsonAs(target), withField('channels', wrongItems(1_000_000)))],
        { connections: 4, pauseMilliseconds: 50 },
      ),
  },
  {
    name: 'wrong-items-in-batch',
    title: 'a batch with four million wrong items in one `channels` (8 MB), 2 connections',
    start(target) {
      const body = `{"messages":[${withField('channels', wrongItems(4_000_000))}]}`
      repeat(target, [requestOf('POST', '/api/v1/messages/batch', jsonAs(target), body)], {
        connections: 2,
        pauseMilliseconds: 50,
      })
    },
  },
  {
    name: 'deep-nesting',
    title: 'a batch item nested 20,000 deep, 4 connections',
    start(target) {
      const items = [
        nested(20_000),
        withField('extra', nested(20_000)),
        withField('whatsapp_opt_in', `{"source":${nested(20_000)}}`),
      ]
      repeat(
        target,
        items.map((item) => requestOf('POST', '/api/v1/messages/batch', jsonAs(target), `{"messages":[${item}]}`)),
        { connections: 4, pauseMilliseconds: 20 },
      )
    },
  },
]
