import { groupBy } from '../../support/tally.ts'
import type { CountRow, MessageRow } from '../evidence.ts'
import { type Violation, violationsOf } from './violation.ts'

/** I10. A business without a count must have no stored message. */
export function checkCounts(counts: CountRow[], messages: MessageRow[]): Violation[] {
  const counted = new Map(counts.map(({ business_id, stored }) => [business_id, stored]))
  const stored = groupBy(messages, ({ business_id }) => business_id)
  return violationsOf(
    'I10 the message count equals the number of stored messages',
    [...new Set([...counted.keys(), ...stored.keys()])]
      .map((id) => ({ id, counted: counted.get(id) ?? 0, stored: stored.get(id)?.length ?? 0 }))
      .filter((one) => one.counted !== one.stored)
      .map((one) => `${one.id}: ${one.counted} counted, ${one.stored} stored`),
  )
}
