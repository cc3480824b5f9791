/**
 * What the nudges of one batch may still spend: the balance of each business, and how many paid nudges of the batch go to a number,
 * which the counts in the database do not include yet. A value: what spends returns the next one.
 */
import type { PaidChannel } from '../channels/channel.ts'

export type Budget = { readonly balances: ReadonlyMap<string, number>; readonly sends: ReadonlyMap<string, number> }
type Send = { businessId: string; channel: PaidChannel; number: string }

export const budgetOf = (balances: ReadonlyMap<string, number>): Budget => ({ balances, sends: new Map() })
export const balanceOf = ({ balances }: Budget, businessId: string): number => balances.get(businessId) ?? 0
export const sendsTo = ({ sends }: Budget, send: Send): number => sends.get(keyOf(send)) ?? 0

export const charge = (budget: Budget, businessId: string, credits: number): Budget => ({
  ...budget,
  balances: new Map(budget.balances).set(businessId, balanceOf(budget, businessId) - credits),
})
export const countSend = (budget: Budget, send: Send): Budget => ({
  ...budget,
  sends: new Map(budget.sends).set(keyOf(send), sendsTo(budget, send) + 1),
})

const keyOf = ({ businessId, channel, number }: Send): string => `${channel} ${businessId} ${number}`
