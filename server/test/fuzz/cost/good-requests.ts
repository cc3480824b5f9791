import { createHmac } from 'node:crypto'
import type { Kind } from './request.ts'
import type { CostTarget } from './target.ts'

/** Writes a good request of about this many bytes. */
type WriteGood = (target: CostTarget, bytes: number, salt: string) => { head: string[]; body: string }

const maxBodyCharacters = 10_000
const maxBatchItems = 100

/** Valid requests of each kind. White space fills the bytes that the fields cannot take. */
export const goodRequests: Record<Kind, { sizes: number[]; write: WriteGood }> = {
  operation: {
    sizes: [1_000, 4_000, 16_000, 64_000, 256_000, 1_000_000, 2_000_000],
    write: ({ apiKey }, bytes, salt) => ({
      head: ['POST /api/v1/messages', ...authorized(apiKey, salt)],
      body: JSON.stringify(push(bytes)).padEnd(bytes),
    }),
  },
  batch: {
    sizes: [1_000, 4_000, 16_000, 64_000, 256_000, 1_000_000, 4_000_000, 8_000_000],
    write: ({ apiKey }, bytes, salt) => {
      const count = Math.max(1, Math.min(maxBatchItems, Math.floor(bytes / 5_000)))
      const messages = Array.from({ length: count }, () => push(bytes / count))
      return {
        head: ['POST /api/v1/messages/batch', ...authorized(apiKey, salt)],
        body: JSON.stringify({ messages }).padEnd(bytes),
      }
    },
  },
  callback: {
    sizes: [1_000, 4_000, 16_000, 64_000, 256_000, 1_000_000, 2_000_000],
    write: ({ phoneNumberId, providerSecret }, bytes) => {
      const statuses = Array.from({ length: Math.max(1, Math.floor(bytes / 300)) }, () => status)
      const value = { messaging_product: 'whatsapp', metadata: { phone_number_id: phoneNumberId }, statuses }
      const body = JSON.stringify({ entry: [{ id: '1', changes: [{ value, field: 'messages' }] }] }).padEnd(bytes)
      const signature = createHmac('sha256', providerSecret).update(body).digest('hex')
      return { head: ['POST /callbacks/whatsapp', `X-Hub-Signature-256: sha256=${signature}`], body }
    },
  },
  page: {
    sizes: [500, 4_000, 8_000],
    write: ({ session, inbox, fields }, bytes) => ({
      head: [
        `POST /inbox/${inbox}/open`,
        `Cookie: __Secure-inbox=${session}`,
        'Sec-Fetch-Site: same-origin',
        'Content-Type: application/x-www-form-urlencoded',
      ],
      body: `${new URLSearchParams(Object.fromEntries(fields)).toString()}&filler=`.padEnd(bytes, 'x'),
    }),
  },
}

const authorized = (key: string, salt: string): string[] => [`Authorization: Bearer ${key}`, `Idempotency-Key: ${salt}`]

const push = (bytes: number): object => ({
  recipient_email: 'reader@example.com',
  subject: 'Your order',
  body: 'x'.repeat(Math.max(1, Math.min(maxBodyCharacters, Math.floor(bytes - 200)))),
})

/** The status of an unknown nudge: the service queries it and does nothing else. */
const status = {
  id: 'wamid.HBgMNDQ3NzAwOTAwMTIzFQIAERgSQjA5NjVGNkM4RTY3RDJCMTg3AA==',
  status: 'delivered',
  timestamp: '1794696060',
  recipient_id: '447700900123',
  conversation: { id: '0a1b2c3d4e5f60718293a4b5c6d7e8f9', origin: { type: 'utility' } },
  biz_opaque_callback_data: '019a8e5c-7b1a-7c3d-9e4f-5a6b7c8d9e0f',
}
