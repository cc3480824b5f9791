import type { Example } from './example.ts'
import { phone, serviceUrl, shippedId } from './shop.ts'

const link = `${serviceUrl}/i/qwAaHsqsJkesqAUB1iPBQBxlGCAAB9WpmnPT0-mw`

export const testModeExamples: Record<string, Example> = {
  listTestOutbox: {
    query: { channel: 'sms', message_id: shippedId },
    response: {
      items: [
        {
          id: 'out_01M7DCWT5AER1VHAYSPWSFMZN1',
          channel: 'sms',
          to: phone,
          from: 'test biz_01M6DV79EHFYHB3XCK70JZXEQ4',
          subject: null,
          text: `Rivermill Books: your order A-1042 has shipped. ${link} Reply STOP to stop`,
          html: null,
          link,
          unsubscribe_url: null,
          headers: null,
          template: null,
          parameters: null,
          at: '2026-11-14T16:05:22.730Z',
        },
      ],
      next_cursor: null,
    },
    prints: ['items[].to', 'items[].text'],
  },
  setTestCredits: { body: { balance: 0 }, response: { balance: 0 } },
  advanceTestClock: { body: { seconds: 7200 }, response: { now: '2026-11-14T18:05:40.512Z' } },
}
