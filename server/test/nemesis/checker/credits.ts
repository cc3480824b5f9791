import { groupBy } from '../../support/tally.ts'
import type { BalanceRow, LedgerRow, NudgeRow } from '../evidence.ts'
import { type Violation, violationsOf } from './violation.ts'

/** I3. The ledger entries of an erased nudge remain, but its state is gone, so only repeated entries are checked. */
export function checkCredits(balances: BalanceRow[], ledger: LedgerRow[], nudges: NudgeRow[]): Violation[] {
  const byBusiness = groupBy(ledger, ({ business_id }) => business_id)
  const byNudge = groupBy(
    ledger.filter(({ send_id }) => send_id !== null),
    ({ send_id }) => send_id!,
  )
  const net = (entries: LedgerRow[] = []): number => entries.reduce((sum, { delta }) => sum + delta, 0)
  return violationsOf('I3 the ledger adds up to the balance, and each nudge costs what its final state requires', [
    ...balances
      .filter(({ business_id, balance }) => balance < 0 || balance !== net(byBusiness.get(business_id)))
      .map(
        ({ business_id, balance }) => `${business_id}: balance ${balance}, ledger ${net(byBusiness.get(business_id))}`,
      ),
    ...[...byNudge]
      .filter(([, entries]) =>
        ['charge', 'refund'].some((kind) => entries.filter((one) => one.kind === kind).length > 1),
      )
      .map(([id]) => `${id}: charged or refunded twice`),
    ...nudges
      .map((nudge) => ({ ...nudge, actual: net(byNudge.get(nudge.id)), expected: expectedNet(nudge) }))
      .filter(({ actual, expected }) => actual !== expected)
      .map(({ channel, id, state, actual, expected }) => `${channel} ${id}: ${state} nets ${actual}, not ${expected}`),
  ])
}

const chargedStates = ['accepted', 'delivered', 'read', 'failed']
/** A refused or cancelled nudge costs nothing. */
const expectedNet = ({ channel, state, price }: NudgeRow): number =>
  channel !== 'email' && chargedStates.includes(state) ? 0 - price || 0 : 0
