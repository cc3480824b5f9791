/**
 * Decides which due nudges of a channel are submitted now (2.1, 2.3, 2.4). The gates of the push are checked again, because
 * their facts may have changed. Daily limits are checked only here. A nudge that was not charged at the push is charged here.
 * An escalation is cancelled if the message was opened, and rescheduled while its email is not sent yet.
 */
import { type DailyQuota, exceededAllowance, hasRoom } from '../quotas/daily.decide.ts'
import type { SkipReason } from '../reasons.ts'
import type { Budget } from './budget.decide.ts'
import { cancelEscalation, type NudgeOutcome, refuseDue } from './outcome.decide.ts'
import { type Nudge, reschedule } from './states.ts'

/** A due nudge and the facts for its gates. */
export type Candidate<Facts> = {
  nudge: Nudge
  /** The job was leased before, by a worker that died or stalled. */
  isRecovered: boolean
  /** Null when the nudge is not an escalation. */
  escalation: { openedSince: boolean; emailIsOut: boolean } | null
  facts: Facts
}
/** The decisions that differ between channels. */
export type DispatchRules<Facts> = {
  /** The first reason to refuse the nudge, or null. `budget` is reduced by the earlier nudges of the batch. */
  judge: (facts: Facts, nudge: Nudge, budget: Budget) => SkipReason | null
  price: (facts: Facts) => number
  /** The budget after this nudge is submitted. `charge` is 0 for a nudge that was charged before. */
  spend: (facts: Facts, nudge: Nudge, charge: number, budget: Budget) => Budget
  /** Null when the nudge has no daily limit. `limitReason` is the reason to refuse a nudge that exceeds the limit. */
  dailyLimit: (facts: Facts) => { limit: number; allowance: number | null } | null
  limitReason: SkipReason
}
type Submittable = { nudge: Nudge; price: number; charge: number }
export type Dispatch = {
  submit: Submittable[]
  /** Refused, cancelled or rescheduled nudges. */
  outcomes: NudgeOutcome[]
  /** Nudges whose worker died while submitting them: it is unknown whether the provider received them. */
  lost: string[]
  budget: Budget
  /** Reserved sends that are not used. */
  release: { businessId: string; sends: number }[]
  exceeded: { businessId: string; allowance: number; used: number }[]
}

/** An escalation that waits for its email is due again after this time, if the email's outcome does not move it earlier. */
const escalationRetryMilliseconds = 7 * 86_400_000

/** Whether a send must be reserved for the nudge in the daily quota. A retry uses the send of the first attempt. */
export function needsQuota<Facts>(
  rules: DispatchRules<Facts>,
  { nudge, escalation, facts }: Candidate<Facts>,
): boolean {
  const isDeferred = escalation !== null && (escalation.openedSince || !escalation.emailIsOut)
  return nudge.state === 'queued' && nudge.attempts === 0 && !isDeferred && rules.dailyLimit(facts) !== null
}

export function decideDispatch<Facts>(
  rules: DispatchRules<Facts>,
  candidates: Candidate<Facts>[],
  before: Budget,
  quotas: ReadonlyMap<string, DailyQuota>,
  now: Date,
): Dispatch {
  const decided: Dispatch = { submit: [], outcomes: [], lost: [], budget: before, release: [], exceeded: [] }
  const used = new Map<string, number>()
  for (const { nudge, isRecovered, escalation, facts } of candidates) {
    if (nudge.state === 'submitting' && isRecovered) decided.lost.push(nudge.id)
    if (nudge.state !== 'queued') continue
    if (escalation?.openedSince === true) decided.outcomes.push(cancelEscalation(nudge, now))
    else if (escalation?.emailIsOut === false)
      decided.outcomes.push({
        nudge: reschedule(nudge, new Date(now.getTime() + escalationRetryMilliseconds)),
        effects: [],
      })
    else {
      const { businessId } = nudge
      const quota = nudge.attempts === 0 && rules.dailyLimit(facts) !== null ? quotas.get(businessId) : undefined
      const usedBefore = used.get(businessId) ?? 0
      const reason =
        rules.judge(facts, nudge, decided.budget) ??
        (quota === undefined || hasRoom(quota, usedBefore) ? null : rules.limitReason)
      if (reason !== null) decided.outcomes.push(refuseDue(nudge, reason, now))
      else {
        if (quota !== undefined) used.set(businessId, usedBefore + 1)
        const price = nudge.charged ? nudge.price : rules.price(facts)
        const charge = nudge.charged ? 0 : price
        decided.budget = rules.spend(facts, nudge, charge, decided.budget)
        decided.submit.push({ nudge, price, charge })
      }
    }
  }
  for (const [businessId, quota] of quotas) {
    const sends = used.get(businessId) ?? 0
    if (sends < quota.reserved) decided.release.push({ businessId, sends: quota.reserved - sends })
    const exceeded = exceededAllowance(quota, sends)
    if (exceeded !== null) decided.exceeded.push({ businessId, ...exceeded })
  }
  return decided
}
