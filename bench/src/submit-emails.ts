import { randomUUIDv7 } from 'node:crypto'
import { plainBrand } from '../../server/src/brand/brand.ts'
import type { EmailNudge } from '../../server/src/channels/email/compose-mail.ts'
import { createEmailChannel } from '../../server/src/channels/email/email.ts'
import { emailIdentity } from '../../server/src/email.ts'
import { createKeyring } from '../../server/src/keyring.ts'
import { cpuClock, startCpuClocks } from './processor-time.ts'

/**
 * Measures the email channel without the database: writes and submits emails with the service's own channel. A program that
 * takes its options as JSON in the first argument and prints its report as one line of JSON.
 */
export type Options = { smtpPort: number; simulator: number; warmUp: number; count: number }
export type Report = { seconds: number; milliseconds: { channel: number; simulator: number } }

/** The service's default. */
const connections = 40
/** More than the connections, so that none is ever idle. */
const concurrency = 100
const { smtpPort, simulator, warmUp, count } = JSON.parse(process.argv[2]!) as Options
const channel = createEmailChannel({
  smtp: { url: `smtp://127.0.0.1:${smtpPort}`, connections, dkim: null },
  from: 'updates@tidings.example',
  publicUrl: 'http://127.0.0.1:3000',
  provider: null,
  keyring: createKeyring([{ id: '0', bytes: Buffer.alloc(32, 1) }]),
})

await submitAll(warmUp)
const cpuPerItem = startCpuClocks({ channel: cpuClock(process.pid), simulator: cpuClock(simulator) })
const started = performance.now()
await submitAll(count)
const report: Report = { seconds: (performance.now() - started) / 1000, milliseconds: cpuPerItem(count) }
channel.close()
process.stdout.write(`${JSON.stringify(report)}\n`)

async function submitAll(emails: number): Promise<void> {
  let remaining = emails
  const submitRemaining = async (): Promise<void> => {
    while (remaining-- > 0) {
      const { outcome } = await channel.submit(newNudge())
      if (outcome !== 'accepted') throw new Error(`an email was ${outcome}`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, submitRemaining))
}

function newNudge(): EmailNudge {
  return {
    id: randomUUIDv7(),
    businessId: randomUUIDv7(),
    shard: '00',
    businessName: 'Bench',
    brand: plainBrand,
    linkEpoch: 0,
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
