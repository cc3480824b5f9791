import { tally } from '../../support/tally.ts'
import type { FigureRow, LedgerRow, MessageRow, NudgeRow } from '../evidence.ts'
import { type Violation, violationsOf } from './violation.ts'

/** I17. The rows are counted here by their own columns. `figures` contain what no worker has added, which must be nothing. */
export function checkFigures(
  { figures, unadded }: { figures: FigureRow[]; unadded: number },
  rows: { messages: MessageRow[]; nudges: NudgeRow[]; ledger: LedgerRow[] },
): Violation[] {
  const businessOf = new Map(rows.messages.map(({ id, business_id }) => [id, business_id]))
  const counted = tally([
    ...rows.nudges.map((nudge) =>
      [businessOf.get(nudge.message_id), 'nudge', nudge.channel, ...outcomeOf(nudge)].join(' '),
    ),
    ...rows.messages.map(({ business_id, opened }) =>
      [business_id, 'message', opened ? 'opened' : 'unopened'].join(' '),
    ),
    ...rows.ledger.map(({ business_id, kind }) => [business_id, 'ledger', kind].join(' ')),
  ])
  const shown = new Map<string, number>()
  for (const { business_id, subject, channel, state, reason, mark, count } of figures) {
    const name = [business_id, subject, channel, state, reason, mark].filter((word) => word !== '').join(' ')
    shown.set(name, (shown.get(name) ?? 0) + count)
  }
  return violationsOf('I17 the figures equal the rows that they count', [
    ...[...new Set([...counted.keys(), ...shown.keys()])]
      .map((name) => ({ name, figure: shown.get(name) ?? 0, rows: counted.get(name) ?? 0 }))
      .filter((one) => one.figure !== one.rows)
      .map(({ name, figure, rows: rowCount }) => `${name}: ${figure} in the figures, ${rowCount} rows`),
    ...(unadded > 0 ? [`${unadded} changes were not added to the figures`] : []),
  ])
}

function outcomeOf({ state, skipped_reason, error_code, bounced, complained, opened_in_time }: NudgeRow): string[] {
  const isPending = state === 'waiting' || state === 'queued' || state === 'submitting'
  const mark = complained ? 'complained' : bounced ? 'bounced' : opened_in_time ? 'opened_in_time' : null
  return [isPending ? 'pending' : state, skipped_reason ?? error_code, mark].filter((word) => word !== null)
}
