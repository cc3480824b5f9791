import { createHmac } from 'node:crypto'
import type { Event } from '@tidings/client'

/** The request of a webhook, with the body, the headers and the signature that the service would send for the event. */
export function webhookRequest(
  event: Event,
  secret: string,
  now: Date,
): { headers: Record<string, string>; body: string } {
  const body = writeSorted(event)
  const t = Math.floor(now.getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
  return {
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Tidings-Webhooks/1',
      'X-Service-Signature': `t=${t},v1=${signature}`,
      'X-Service-Event': event.type,
      'X-Service-Delivery': event.id,
    },
    body,
  }
}

/** Sorted keys and no white space: the bytes of a webhook. */
function writeSorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeSorted).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).toSorted(([one], [two]) => (one < two ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${writeSorted(field)}`).join(',')}}`
}
