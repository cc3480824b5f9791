/**
 * Limits on what the texts of a business cost if its key is stolen or its forms are abused (2.3): credits in a UTC day, texts to
 * numbers with the same prefix in an hour of the clock, and texts to one number in the last hour and day. A text counts when it
 * is charged, under the lock of the balance, so all limits are exact. A refund reduces only the texts to its number.
 */
import type { PaidSkipReason } from '../reasons.ts'

export type TextLimits = { smsCreditsPerDay: number; smsPerPrefixPerHour: number }
/**
 * What the texts of a business cost today. `notified` is the highest percentage of the limit for which a notice was written
 * today. `prefixNotified`: a notice about a prefix was written in this hour.
 */
export type TextSpend = { credits: number; notified: number; prefixNotified: boolean }
export type TextsToNumber = { textsLastHour: number; textsLastDay: number }
export type TextUsage = {
  /** By business. */
  readonly spend: ReadonlyMap<string, TextSpend>
  /** Texts of this hour, by `prefixKey`. */
  readonly prefixTexts: ReadonlyMap<string, number>
  /** By `numberKey`. */
  readonly numberTexts: ReadonlyMap<string, TextsToNumber>
}

export const noTextUsage: TextUsage = { spend: new Map(), prefixTexts: new Map(), numberTexts: new Map() }
const noSpend: TextSpend = { credits: 0, notified: 0, prefixNotified: false }

/** Ten thousand numbers share a prefix. Pumped numbers are rented in such ranges. */
export const prefixOf = (e164: string): string => e164.slice(0, -4)
export const numberKey = (businessId: string, e164: string): string => `${businessId} ${e164}`
export const prefixKey = (businessId: string, e164: string): string => `${businessId} ${prefixOf(e164)}`

export const exceedsTextLimit = (
  { smsCreditsPerDay, smsPerPrefixPerHour }: TextLimits,
  { credits, prefixTexts }: { credits: number; prefixTexts: number },
  price: number,
): boolean => credits + price > smsCreditsPerDay || prefixTexts >= smsPerPrefixPerHour

/** The reason of a text that a limit refused. */
export const textLimitReason = 'platform_limited' satisfies PaidSkipReason

/** The number of a text and the limits that apply to it. */
export type LimitedText = TextLimits & { businessId: string; e164: string; destination: string | null }
/** A text that is charged, or that a limit refused. */
export type CountedText = LimitedText & { price: number; isRefused: boolean }
type TextNotice =
  | { kind: 'sms_spend_nearly_reached' | 'sms_spend_reached'; detail: { used: number; limit: number } }
  | { kind: 'sms_prefix_limited'; detail: { destination: string | null; limit: number } }
/** How a batch of texts changes the counts of a business: `credits` is added, the notices of today and this hour are replaced. */
export type TextCount = TextSpend & {
  businessId: string
  prefixes: { prefix: string; texts: number }[]
  notices: (TextNotice & { businessId: string })[]
}

/** A notice is written at 80 % and 100 % of the daily limit, once a day each, and about prefixes once an hour. */
export const countTexts = (usage: TextUsage, texts: CountedText[]): TextCount[] =>
  [...Map.groupBy(texts, ({ businessId }) => businessId)].map(([businessId, group]) => {
    const before = usage.spend.get(businessId) ?? noSpend
    const charged = group.filter(({ isRefused }) => !isRefused)
    const byPrefix = Map.groupBy(charged, ({ e164 }) => prefixOf(e164))
    const credits = charged.reduce((sum, { price }) => sum + price, 0)
    const percent = reachedPercent(before.credits + credits, group)
    const crowded = group.find(({ e164, smsPerPrefixPerHour }) => {
      const earlier = usage.prefixTexts.get(prefixKey(businessId, e164)) ?? 0
      return earlier + (byPrefix.get(prefixOf(e164))?.length ?? 0) >= smsPerPrefixPerHour
    })
    return {
      businessId,
      credits,
      notified: Math.max(before.notified, percent),
      prefixNotified: before.prefixNotified || crowded !== undefined,
      prefixes: [...byPrefix].map(([prefix, sent]) => ({ prefix, texts: sent.length })),
      notices: [
        ...(percent > before.notified ? [spendNotice(group[0]!, percent, before.credits + credits)] : []),
        ...(crowded === undefined || before.prefixNotified ? [] : [prefixNotice(crowded)]),
      ],
    }
  })

/** The limit counts as reached when a text was refused because its price exceeds the rest. */
function reachedPercent(used: number, texts: CountedText[]): number {
  const limit = texts[0]!.smsCreditsPerDay
  if (used >= limit || texts.some(({ isRefused, price }) => isRefused && used + price > limit)) return 100
  return used * 100 >= limit * 80 ? 80 : 0
}

const spendNotice = ({ businessId, smsCreditsPerDay: limit }: CountedText, percent: number, used: number) => ({
  businessId,
  kind: percent === 100 ? ('sms_spend_reached' as const) : ('sms_spend_nearly_reached' as const),
  detail: { used, limit },
})
/** Without the prefix, because a notice is not erased with a recipient. */
const prefixNotice = ({ businessId, destination, smsPerPrefixPerHour: limit }: CountedText) => ({
  businessId,
  kind: 'sms_prefix_limited' as const,
  detail: { destination, limit },
})
