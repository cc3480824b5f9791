/**
 * What the nudges of one batch may still spend: the balance of each business, and what counts for its limits on texts. A budget
 * is immutable: spending returns a new one.
 */
import type { Phone } from '../phone.ts'
import { numberKey, prefixKey, type TextsToNumber, type TextUsage } from '../quotas/texts.decide.ts'

export type Budget = {
  readonly balances: ReadonlyMap<string, number>
  /** Texts to a number by `numberKey`: those in the database, and those of the batch. */
  readonly numberTexts: ReadonlyMap<string, TextsToNumber>
  readonly texts: ReadonlyMap<string, number>
  /** The credits of today's texts by business, and the texts of this hour by `prefixKey`. Both include those of the batch. */
  readonly textCredits: ReadonlyMap<string, number>
  readonly prefixTexts: ReadonlyMap<string, number>
}

export const budgetOf = (
  balances: ReadonlyMap<string, number>,
  { spend, prefixTexts, numberTexts }: TextUsage,
): Budget => ({
  balances,
  numberTexts,
  texts: new Map(),
  textCredits: new Map([...spend].map(([businessId, { credits }]) => [businessId, credits])),
  prefixTexts,
})
export const balanceOf = ({ balances }: Budget, businessId: string): number => balances.get(businessId) ?? 0
/** The texts of the batch to a number. */
export const textsTo = ({ texts }: Budget, businessId: string, { e164 }: Phone): number =>
  texts.get(numberKey(businessId, e164)) ?? 0
/** The texts to a number before the batch. */
export const earlierTextsTo = ({ numberTexts }: Budget, businessId: string, { e164 }: Phone): TextsToNumber =>
  numberTexts.get(numberKey(businessId, e164)) ?? { textsLastHour: 0, textsLastDay: 0 }
export const textUsageOf = ({ textCredits, prefixTexts }: Budget, businessId: string, { e164 }: Phone) => ({
  credits: textCredits.get(businessId) ?? 0,
  prefixTexts: prefixTexts.get(prefixKey(businessId, e164)) ?? 0,
})

/** The part of the budget for nudges to one number. Spending copies the maps, so they are reduced to one entry first. */
export function budgetFor(budget: Budget, businessId: string, phone: Phone | null): Budget {
  const balances = new Map<string, number>().set(businessId, balanceOf(budget, businessId))
  if (phone === null) return { ...budget, balances, texts: new Map() }
  const { credits, prefixTexts } = textUsageOf(budget, businessId, phone)
  return {
    balances,
    numberTexts: budget.numberTexts,
    texts: new Map<string, number>().set(numberKey(businessId, phone.e164), textsTo(budget, businessId, phone)),
    textCredits: new Map<string, number>().set(businessId, credits),
    prefixTexts: new Map<string, number>().set(prefixKey(businessId, phone.e164), prefixTexts),
  }
}

export const charge = (budget: Budget, businessId: string, credits: number): Budget => ({
  ...budget,
  balances: new Map(budget.balances).set(businessId, balanceOf(budget, businessId) - credits),
})
export function countText(budget: Budget, businessId: string, phone: Phone, price: number): Budget {
  const { credits, prefixTexts } = textUsageOf(budget, businessId, phone)
  return {
    ...budget,
    texts: new Map(budget.texts).set(numberKey(businessId, phone.e164), textsTo(budget, businessId, phone) + 1),
    textCredits: new Map(budget.textCredits).set(businessId, credits + price),
    prefixTexts: new Map(budget.prefixTexts).set(prefixKey(businessId, phone.e164), prefixTexts + 1),
  }
}
