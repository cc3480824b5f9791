import type { Operation } from '../../src/http/operation.ts'
import { createClient } from '../support/client.ts'
import { seeded } from '../support/seeded.ts'
import { drawFrom, generateRequest } from './generate.ts'
import { type Seen, sendAll } from './pipeline.ts'

export type FuzzSettings = {
  url: string
  operatorToken: string
  operations: Operation[]
  requests: number
  seed: number
  onProgress?: (done: number) => void
}
export type FuzzReport = { requests: number; statuses: Record<string, number>; violations: string[] }

const setSize = 50
const setsPerBusiness = 40
const lanes = 8

/** Bad input of all kinds for every operation of the table. A violation is a 5xx, a 400 or 415, an error without its code, or books that do not add up. */
export async function fuzz({
  url,
  operatorToken,
  operations,
  requests,
  seed,
  onProgress,
}: FuzzSettings): Promise<FuzzReport> {
  const report: FuzzReport = { requests: 0, statuses: {}, violations: [] }
  const { business, operator } = createClient(url, operatorToken)
  const sets = Math.ceil(requests / setSize)
  let next = 0

  async function runLane(): Promise<void> {
    for (let group = next++; group * setsPerBusiness < sets; group = next++) {
      const shop = await business({ rate_limit_per_second: 10_000, sms: 'on', whatsapp: 'on', country: 'GB' })
      await operator('POST', `/businesses/${shop.id}/credits`, { amount: 200 })
      // What may be revoked or changed is not what the requests are sent with, or most would end at the door.
      const other = await business()
      const child = await shop.call('POST', '/api/v1/keys', { body: {} })
      const message = await shop.call('POST', '/api/v1/messages', {
        body: { recipient_email: 'ada@example.com', subject: 'S', body: 'B' },
        headers: { 'Idempotency-Key': 'first' },
      })
      const ids = [other.id, child.json.id as string, message.json.id as string, 'key_01KA00000000000000000000ZZ']
      for (let set = group * setsPerBusiness; set < Math.min(sets, (group + 1) * setsPerBusiness); set++) {
        const draw = drawFrom(seeded(seed * 1_000_003 + set))
        const batch = Array.from({ length: setSize }, () =>
          generateRequest(draw, operations, { apiKey: shop.key, operatorToken, ids }),
        )
        for (const seen of await sendAll(url, batch)) judge(seen, `seed ${seed}, set ${set}`, report)
        onProgress?.(report.requests)
      }
      await audit(other.id)
      await audit(shop.id)
    }
  }

  async function audit(businessId: string): Promise<void> {
    let [sum, cursor]: [number, string | null] = [0, '']
    while (cursor !== null) {
      const { json } = await operator(
        'GET',
        `/businesses/${businessId}/ledger?limit=100${cursor && `&cursor=${cursor}`}`,
      )
      sum += (json.items as { delta: number }[]).reduce((total, { delta }) => total + delta, 0)
      cursor = json.next_cursor
    }
    const { json } = await operator('POST', `/businesses/${businessId}/credits`, { amount: 0 })
    if (json.balance !== sum)
      report.violations.push(`${businessId}: the ledger adds up to ${sum}, the balance is ${json.balance}`)
  }

  await Promise.all(Array.from({ length: lanes }, runLane))
  return report
}

function judge({ request, status, head, body }: Seen, where: string, report: FuzzReport): void {
  report.requests++
  report.statuses[status] = (report.statuses[status] ?? 0) + 1
  const wrong = findWrong(status, head, body, request.toString('latin1', 0, 5) === 'HEAD ')
  if (wrong !== null)
    report.violations.push(
      `${where}: ${wrong}: ${status} ${body.slice(0, 300)} to ${JSON.stringify(request.toString('latin1').slice(0, 1000))}`,
    )
}

function findWrong(status: number, head: string, body: string, isHead: boolean): string | null {
  if (status >= 500 || status === 400 || status === 415) return 'a status that is never given'
  if (!/\r\nx-request-id: req_/i.test(head)) return 'an answer without its id'
  if (status < 400 || isHead) return null
  try {
    const { error_code: code, detail } = JSON.parse(body) as { error_code?: unknown; detail?: unknown[] }
    if (typeof code !== 'string') return 'an error without its code'
    return (code === 'common.validation_failed') === (detail !== undefined && detail.length > 0)
      ? null
      : 'a detail out of place'
  } catch {
    return 'an error that is no JSON'
  }
}
