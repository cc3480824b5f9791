import { expect, test } from 'vitest'
import type { LedgerRow } from '../evidence.ts'
import { businessId, nudgeId, text, verdict } from './checker.support.ts'
import { checkCredits } from './credits.ts'

const entry = (kind: string, delta: number, entryNudgeId: string | null = nudgeId): LedgerRow => ({
  business_id: businessId,
  send_id: entryNudgeId,
  kind,
  delta,
})
const grant = entry('grant', 10, null)
const [charge, refund] = [entry('charge', -1), entry('refund', 1)]

for (const { what, balance, ledger, state, found } of [
  { what: 'charged and delivered', balance: 9, ledger: [grant, charge], state: 'delivered', found: [] },
  { what: 'charged and failed', balance: 9, ledger: [grant, charge], state: 'failed', found: [] },
  {
    what: 'charged, rejected and refunded',
    balance: 10,
    ledger: [grant, charge, refund],
    state: 'rejected',
    found: [],
  },
  { what: 'cancelled without a charge', balance: 10, ledger: [grant], state: 'cancelled', found: [] },
  {
    what: 'cancelled without the refund',
    balance: 9,
    ledger: [grant, charge],
    state: 'cancelled',
    found: [`sms ${nudgeId}: cancelled nets -1, not 0`],
  },
  {
    what: 'delivered without a charge',
    balance: 10,
    ledger: [grant],
    state: 'delivered',
    found: [`sms ${nudgeId}: delivered nets 0, not -1`],
  },
  {
    what: 'refunded twice',
    balance: 11,
    ledger: [grant, charge, refund, refund],
    state: 'rejected',
    found: [`${nudgeId}: charged or refunded twice`, `sms ${nudgeId}: rejected nets 1, not 0`],
  },
  {
    what: 'a balance that differs from the ledger',
    balance: 8,
    ledger: [grant, charge],
    state: 'delivered',
    found: [`${businessId}: balance 8, ledger 9`],
  },
])
  test(`I3 ${verdict(found.length > 0)}: ${what}`, () => {
    const balances = [{ business_id: businessId, balance }]
    expect(checkCredits(balances, ledger, [text({ state })]).map((one) => one.found)).toEqual(found)
  })

test('I3 an erased nudge has at most one charge and one refund', () => {
  const balances = [{ business_id: businessId, balance: 8 }]
  expect(checkCredits(balances, [grant, charge, charge], []).map((one) => one.found)).toEqual([
    `${nudgeId}: charged or refunded twice`,
  ])
})
