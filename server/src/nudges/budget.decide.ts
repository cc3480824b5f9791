/**
 * What the nudges of one batch may still spend: the balance of each business, and how many texts of the batch go to a number.
 * The counts in the database do not include these texts yet. A budget is immutable: spending returns a new one.
 */
import type { Phone } from '../phone.ts'

export type Budget = { readonly balances: ReadonlyMap<string, number>; readonly texts: ReadonlyMap<string, number> }

export const budgetOf = (balances: ReadonlyMap<string, number>): Budget => ({ balances, texts: new Map() })
export const balanceOf = ({ balances }: Budget, businessId: string): number => balances.get(businessId) ?? 0
export const textsTo = ({ texts }: Budget, businessId: string, phone: Phone): number =>
  texts.get(keyOf(businessId, phone)) ?? 0

/** The part of the budget for nudges to one number. Spending copies the maps, so they are reduced to one entry first. */
export function budgetFor(budget: Budget, businessId: string, phone: Phone | null): Budget {
  const balances = new Map<string, number>().set(businessId, balanceOf(budget, businessId))
  if (phone === null) return budgetOf(balances)
  const key = keyOf(businessId, phone)
  return { balances, texts: new Map<string, number>().set(key, budget.texts.get(key) ?? 0) }
}

export const charge = (budget: Budget, businessId: string, credits: number): Budget => ({
  ...budget,
  balances: new Map(budget.balances).set(businessId, balanceOf(budget, businessId) - credits),
})
export const countText = (budget: Budget, businessId: string, phone: Phone): Budget => ({
  ...budget,
  texts: new Map(budget.texts).set(keyOf(businessId, phone), textsTo(budget, businessId, phone) + 1),
})

const keyOf = (businessId: string, { e164 }: Phone): string => `${businessId} ${e164}`
