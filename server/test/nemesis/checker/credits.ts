import { groupBy } from '../../support/tally.ts'
import type { BalanceRow, LedgerRow, SendRow } from '../evidence.ts'
import { broken, type Violation } from './violation.ts'

/** I3. What was erased left its entries behind; they have no end any more to be held against. */
export function checkCredits(balances: BalanceRow[], ledger: LedgerRow[], sends: SendRow[]): Violation[] {
  const byBusiness = groupBy(ledger, ({ business_id }) => business_id)
  const bySend = groupBy(
    ledger.filter(({ send_id }) => send_id !== null),
    ({ send_id }) => send_id!,
  )
  const net = (entries: LedgerRow[] = []): number => entries.reduce((sum, { delta }) => sum + delta, 0)
  return broken('I3 the ledger is the balance, and each send nets what its end says', [
    ...balances
      .filter(({ business_id, balance }) => balance < 0 || balance !== net(byBusiness.get(business_id)))
      .map(
        ({ business_id, balance }) => `${business_id}: balance ${balance}, ledger ${net(byBusiness.get(business_id))}`,
      ),
    ...[...bySend]
      .filter(([, entries]) =>
        ['charge', 'refund'].some((kind) => entries.filter((one) => one.kind === kind).length > 1),
      )
      .map(([id]) => `${id}: charged or refunded twice`),
    ...sends
      .filter((send) => net(bySend.get(send.id)) !== due(send))
      .map((send) => `${send.channel} ${send.id}: ${send.state} nets ${net(bySend.get(send.id))}, not ${due(send)}`),
  ])
}

const kept = ['accepted', 'delivered', 'read', 'failed']
/** What a send that has ended costs: nothing where it was refused or called off. */
const due = ({ channel, state, price }: SendRow): number =>
  channel !== 'email' && kept.includes(state) ? 0 - price || 0 : 0
