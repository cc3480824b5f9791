/**
 * Quotas of a business: pushes per UTC day, and stored messages. Every accepted push counts for the day, because an update
 * stores nudges and events as well. Only a created message counts as stored. The counts are read without a lock, so concurrent
 * batches may exceed a limit together. Within a batch the count is exact.
 */

export const quotas = ['messages_per_day', 'stored_messages'] as const
export type Quota = (typeof quotas)[number]
/** `notified` is the highest percentage of the limit for which a notice was written. */
export type Usage = { limit: number; used: number; notified: number }
export type Usages = Record<Quota, Usage>

export type QuotaRefusal = { refused: `quota.${Quota}`; retryAfterSeconds?: number }

/** An update stores no new message, so the storage quota applies only to a push that creates one. */
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
/** How a batch of pushes changes the counts of a business. */
export type QuotaChange = { pushed: number; stored: number; rearmed: Quota[]; notices: QuotaNotice[] }

/**
 * A notice is written at 80 % and at 100 % of a limit, and again only after usage fell below 70 %. Otherwise a count that moves
 * around a threshold would write a notice each time.
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
/** Rounded up, because 0 in the last second of a day would mean that the next day has begun. */
const secondsToNextDay = (now: Date): number => Math.ceil((dayMilliseconds - (now.getTime() % dayMilliseconds)) / 1_000)
