import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Test sides under load: each pushes a message with an escalation, advances its clock by a time of its own until the text is sent,
 * and reads its outbox, again and again. A program that takes its options as JSON in the first argument and prints its report as
 * one line of JSON.
 */
export type Options = { url: string; apiKeys: string[]; seconds: number; pauseMilliseconds: number }
export type Report = { requests: number; statuses: Record<string, number>; texts: number }

const options = JSON.parse(process.argv[2]!) as Options
const end = performance.now() + options.seconds * 1000
const report: Report = { requests: 0, statuses: {}, texts: 0 }

async function call(apiKey: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(options.url + path, {
    method,
    headers: { Authorization: `Bearer ${apiKey}`, 'Idempotency-Key': randomUUID(), 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  report.requests++
  report.statuses[response.status] = (report.statuses[response.status] ?? 0) + 1
  return response.json()
}

async function drive(apiKey: string, index: number): Promise<void> {
  // The sides begin one after the other, and no two of their clocks agree.
  await sleep((index / options.apiKeys.length) * options.pauseMilliseconds)
  for (let round = 0; performance.now() < end; round++) {
    const pushed = (await call(apiKey, 'POST', '/api/v1/messages', {
      recipient_email: `ada+${index}-${round}@example.com`,
      recipient_phone: `+44770090${1000 + ((index * 37 + round) % 9000)}`,
      subject: 'Your order is on its way',
      body: 'It left our warehouse this morning.',
      reference: `A-${round}`,
      order_status: 'shipped',
      channels: ['email', 'sms'],
      escalate_after_minutes: 60 + index,
    })) as { id?: string }
    await call(apiKey, 'POST', '/api/v1/test/clock/advance', { seconds: 60 * (61 + index) })
    const { items = [] } = (await call(apiKey, 'GET', `/api/v1/test/outbox?message_id=${pushed.id}`)) as {
      items?: { channel: string }[]
    }
    report.texts += items.filter(({ channel }) => channel === 'sms').length
    await sleep(options.pauseMilliseconds)
  }
}

await Promise.all(options.apiKeys.map(drive))
process.stdout.write(`${JSON.stringify(report)}\n`)
