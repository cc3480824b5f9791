import { parseId } from '../../../src/ids.ts'
import { tally } from '../../support/tally.ts'
import type { MessageRow } from '../evidence.ts'
import type { Call, Erasure } from '../history.ts'
import { type Violation, violationsOf } from './violation.ts'

type PushedMessage = { shop: string; email: string; subject: string }
const nameOf = ({ shop, email, subject }: PushedMessage): string => `${shop} ${email} ${subject}`

/**
 * I1. Every subject is used for one message. An acknowledged push has stored exactly one message, any other push at most one.
 * The messages of an erased recipient are gone.
 */
export function checkMessages(calls: Call[], erasures: Erasure[], messages: MessageRow[]): Violation[] {
  const erased = new Set(erasures.flatMap(({ canaries }) => canaries))
  const isErased = ({ email }: PushedMessage): boolean => erased.has(email.split('@')[0]!)
  const stored = tally(messages.map(({ business_id: shop, email, subject }) => nameOf({ shop, email, subject })))
  const pushes = calls.filter(({ operation }) => operation === 'push' || operation === 'batch')
  const acknowledged = new Set(
    pushes
      .flatMap(acknowledgedBy)
      .filter((one) => !isErased(one))
      .map(nameOf),
  )
  const pushed = new Set(pushes.flatMap(pushedBy).map(nameOf))
  return violationsOf('I1 one message for each acknowledged push', [
    ...[...acknowledged].filter((name) => !stored.has(name)).map((name) => `acknowledged and not stored: ${name}`),
    ...[...stored].filter(([, count]) => count > 1).map(([name, count]) => `stored ${count} times: ${name}`),
    ...[...stored.keys()].filter((name) => !pushed.has(name)).map((name) => `stored, and never pushed: ${name}`),
  ])
}

function pushedBy({ shop, operation, body }: Call): PushedMessage[] {
  const parsed = JSON.parse(body!) as Item & { messages: Item[] }
  const items = operation === 'batch' ? parsed.messages : [parsed]
  return items.map((item) => ({ shop: parseId('biz', shop)!, email: item.recipient_email, subject: item.subject }))
}
type Item = { recipient_email: string; subject: string }

function acknowledgedBy(call: Call): PushedMessage[] {
  const pushed = pushedBy(call)
  if (call.operation === 'push') return call.status === 201 ? pushed : []
  if (call.status !== 200) return []
  const { results } = JSON.parse(call.text) as { results: { ok: boolean }[] }
  return pushed.filter((_, index) => results[index]!.ok)
}
