import { randomUUIDv7 } from 'node:crypto'
import { createEmailChannel, type EmailNudge } from '../../server/src/channels/email/email.ts'
import { createDeriveKey } from '../../server/src/derive-key.ts'
import { emailIdentity } from '../../server/src/email.ts'
import { clockOf, startClocks } from './processor-time.ts'

/**
 * The emails alone: written and submitted by the service's own channel, and nothing read before or written down after. Spawned
 * with its orders as JSON in the first argument; prints one line of JSON.
 */
export type Orders = { smtpPort: number; simulator: number; warmUp: number; count: number }
export type Report = { seconds: number; milliseconds: { channel: number; simulator: number } }

/** The service's own default. */
const connections = 40
/** More than those, so that none of them is ever idle. */
const atOnce = 100
const { smtpPort, simulator, warmUp, count } = JSON.parse(process.argv[2]!) as Orders
const channel = createEmailChannel({
  smtp: { url: `smtp://127.0.0.1:${smtpPort}`, connections, dkim: null },
  from: 'updates@tidings.example',
  publicUrl: 'http://127.0.0.1:3000',
  provider: null,
  deriveKey: createDeriveKey(Buffer.alloc(32, 1)),
})

await submitAll(warmUp)
const processors = startClocks({ channel: clockOf(process.pid), simulator: clockOf(simulator) })
const started = performance.now()
await submitAll(count)
const report: Report = { seconds: (performance.now() - started) / 1000, milliseconds: processors(count) }
channel.close()
process.stdout.write(`${JSON.stringify(report)}\n`)

async function submitAll(mails: number): Promise<void> {
  let left = mails
  const submitOn = async (): Promise<void> => {
    while (left-- > 0) {
      const { outcome } = await channel.submit(newNudge())
      if (outcome !== 'accepted') throw new Error(`an email was ${outcome}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, submitOn))
}

function newNudge(): EmailNudge {
  return {
    id: randomUUIDv7(),
    businessId: randomUUIDv7(),
    shard: '00',
    businessName: 'Bench',
    recipientId: randomUUIDv7(),
    to: emailIdentity(`${randomUUIDv7()}@example.com`),
    messageId: randomUUIDv7(),
    subject: 'Your order is on its way',
    body: 'It left our warehouse this morning and should be with you the day after tomorrow. '.repeat(12),
    reference: 'A-1',
    orderStatus: 'shipped',
    at: new Date(),
  }
}
