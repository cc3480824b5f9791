/**
 * Quotas of a business: pushes a UTC day, and messages stored at once. Every accepted push counts for the day, because an
 * update stores nudges and events as well; only a created message counts as stored. Whoever reads the counts does not lock
 * them, so sets of pushes that run at the same time may exceed a limit together. Within a set the count is exact.
 */

export const quotas = ['messages_per_day', 'stored_messages'] as const
export type Quota = (typeof quotas)[number]
/** `notified` is the per cent of the limit that a notice has been written about. */
export type Usage = { limit: number; used: number; notified: number }
export type Usages = Record<Quota, Usage>

export type QuotaRefusal = { refused: `quota.${Quota}`; retryAfterSeconds?: number }

/** An update stores no message more, so only a push that creates one needs room for it. */
export function refuseByQuota(usages: Usages, creates: () => boolean, now: Date): QuotaRefusal | null {
  if (isUsedUp(usages.messages_per_day))
    return { refused: 'quota.messages_per_day', retryAfterSeconds: secondsToNextDay(now) }
  if (isUsedUp(usages.stored_messages) && creates()) return { refused: 'quota.stored_messages' }
  return null
}

export const countPush = ({ messages_per_day: day, stored_messages: stored }: Usages, created: boolean): Usages => ({
  messages_per_day: { ...day, used: day.used + 1 },
  stored_messages: created ? { ...stored, used: stored.used + 1 } : stored,
})

const [nearlyPercent, reachedPercent, rearmPercent] = [80, 100, 70]

type QuotaNotice = { quota: Quota; percent: number; used: number; limit: number }
/** What a set of pushes changes in the counts of its business. */
export type QuotaChange = { pushed: number; stored: number; rearmed: Quota[]; notices: QuotaNotice[] }

/**
 * A notice is written when 80 % and when 100 % of a limit are reached, and again only after less than 70 % had been used: a
 * count that goes up and down around a threshold must not write a notice each time.
 */
export function quotaChange(before: Usages, after: Usages): QuotaChange {
  const rearmed = quotas.filter((quota) => before[quota].notified > 0 && isBelow(before[quota], rearmPercent))
  const notices = quotas.flatMap((quota): QuotaNotice[] => {
    const { limit, used, notified } = after[quota]
    const percent = reached(after[quota])
    return percent > (rearmed.includes(quota) ? 0 : notified) ? [{ quota, percent, used, limit }] : []
  })
  const added = (quota: Quota): number => after[quota].used - before[quota].used
  return { pushed: added('messages_per_day'), stored: added('stored_messages'), rearmed, notices }
}

function reached(usage: Usage): number {
  if (isUsedUp(usage)) return reachedPercent
  return isBelow(usage, nearlyPercent) ? 0 : nearlyPercent
}

const isUsedUp = ({ used, limit }: Usage): boolean => used >= limit
const isBelow = ({ used, limit }: Usage, percent: number): boolean => used * 100 < limit * percent

const dayMilliseconds = 86_400_000
/** At least one: rounded down, the last moment of a day would say that the next has begun. */
const secondsToNextDay = (now: Date): number => Math.ceil((dayMilliseconds - (now.getTime() % dayMilliseconds)) / 1_000)
