import { expect, test } from 'vitest'
import type { LedgerRow } from '../evidence.ts'
import { businessId, sendId, text } from './checker.support.ts'
import { checkCredits } from './credits.ts'

const entry = (kind: string, delta: number, send: string | null = sendId): LedgerRow => ({
  business_id: businessId,
  send_id: send,
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
  { what: 'never charged and called off', balance: 10, ledger: [grant], state: 'cancelled', found: [] },
  {
    what: 'called off, and the refund lost',
    balance: 9,
    ledger: [grant, charge],
    state: 'cancelled',
    found: [`sms ${sendId}: cancelled nets -1, not 0`],
  },
  {
    what: 'delivered for nothing',
    balance: 10,
    ledger: [grant],
    state: 'delivered',
    found: [`sms ${sendId}: delivered nets 0, not -1`],
  },
  {
    what: 'refunded twice',
    balance: 11,
    ledger: [grant, charge, refund, refund],
    state: 'rejected',
    found: [`${sendId}: charged or refunded twice`, `sms ${sendId}: rejected nets 1, not 0`],
  },
  {
    what: 'a balance that is not the ledger',
    balance: 8,
    ledger: [grant, charge],
    state: 'delivered',
    found: [`${businessId}: balance 8, ledger 9`],
  },
])
  test(`I3 ${what}`, () => {
    const balances = [{ business_id: businessId, balance }]
    expect(checkCredits(balances, ledger, [text({ state })]).map((one) => one.found)).toEqual(found)
  })

test('I3 what is left of an erased send is at most one charge and one refund', () => {
  const balances = [{ business_id: businessId, balance: 8 }]
  expect(checkCredits(balances, [grant, charge, charge], []).map((one) => one.found)).toEqual([
    `${sendId}: charged or refunded twice`,
  ])
})
