import { parseId } from '../../../src/ids.ts'
import { tally } from '../../support/tally.ts'
import type { MessageRow } from '../evidence.ts'
import type { Call, Erasure } from '../history.ts'
import { broken, type Violation } from './violation.ts'

type Wanted = { shop: string; email: string; subject: string }
const nameOf = ({ shop, email, subject }: Wanted): string => `${shop} ${email} ${subject}`

/**
 * I1. Every subject is used for one message: what was acknowledged is there once, what was asked for and never acknowledged at
 * most once. What belongs to somebody erased is gone.
 */
export function checkMessages(calls: Call[], erasures: Erasure[], messages: MessageRow[]): Violation[] {
  const erased = new Set(erasures.flatMap(({ canaries }) => canaries))
  const isErased = ({ email }: Wanted): boolean => erased.has(email.split('@')[0]!)
  const stored = tally(messages.map(({ business_id: shop, email, subject }) => nameOf({ shop, email, subject })))
  const pushes = calls.filter(({ operation }) => operation === 'push' || operation === 'batch')
  const acknowledged = new Set(
    pushes
      .flatMap(acknowledgedBy)
      .filter((one) => !isErased(one))
      .map(nameOf),
  )
  const asked = new Set(pushes.flatMap(wantedBy).map(nameOf))
  return broken('I1 one message for each acknowledged push', [
    ...[...acknowledged].filter((name) => !stored.has(name)).map((name) => `acknowledged and not there: ${name}`),
    ...[...stored].filter(([, count]) => count > 1).map(([name, count]) => `there ${count} times: ${name}`),
    ...[...stored.keys()].filter((name) => !asked.has(name)).map((name) => `there, and nobody asked for it: ${name}`),
  ])
}

function wantedBy({ shop, operation, body }: Call): Wanted[] {
  const parsed = JSON.parse(body!) as Item & { messages: Item[] }
  const items = operation === 'batch' ? parsed.messages : [parsed]
  return items.map((item) => ({ shop: parseId('biz', shop)!, email: item.recipient_email, subject: item.subject }))
}
type Item = { recipient_email: string; subject: string }

function acknowledgedBy(call: Call): Wanted[] {
  const wanted = wantedBy(call)
  if (call.operation === 'push') return call.status === 201 ? wanted : []
  if (call.status !== 200) return []
  const { results } = JSON.parse(call.text) as { results: { ok: boolean }[] }
  return wanted.filter((_, place) => results[place]!.ok)
}
