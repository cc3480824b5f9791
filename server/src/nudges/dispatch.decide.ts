/**
 * Which of the due nudges of a channel are submitted now (2.1, 2.3, 2.4). What was judged at the push is judged again, because it may
 * have changed; daily limits are judged only here. A nudge that was not charged at the push is charged here. An escalation is
 * cancelled by an open, and waits for an email that is not out yet.
 */
import { type DailyQuota, exceededAllowance, hasRoom } from '../quotas/daily.decide.ts'
import type { Budget } from './budget.decide.ts'
import { cancelUnread, type NudgeOutcome, refuseDue } from './outcome.decide.ts'
import { type Nudge, reschedule } from './states.ts'

/** A due nudge and what its channel judges it by. */
export type Candidate<Facts> = {
  nudge: Nudge
  /** The worker that had the job before died or stalled. */
  isRecovered: boolean
  /** Null when it is no escalation. */
  escalation: { openedSince: boolean; emailIsOut: boolean } | null
  facts: Facts
}
/** What differs between channels. */
export type DispatchRules<Facts> = {
  /** The first reason to refuse it, or null. `budget` is what the nudges before it in the batch have left. */
  judge: (facts: Facts, nudge: Nudge, budget: Budget) => string | null
  price: (facts: Facts) => number
  /** What is left for the next ones once this one is charged for. */
  spend: (facts: Facts, nudge: Nudge, price: number, budget: Budget) => Budget
  /** Where a business has a daily limit on the channel: how much it is, and the reason to refuse what exceeds it. */
  dailyLimit: (facts: Facts) => { limit: number; allowance: number | null } | null
  limitReason: string
}
type Submittable = { nudge: Nudge; price: number; charge: number }
export type Dispatch = {
  submit: Submittable[]
  /** Refused, cancelled or put off. */
  outcomes: NudgeOutcome[]
  /** Found while they were being submitted by a worker that is gone: nobody knows whether the provider was reached. */
  lost: string[]
  budget: Budget
  /** Sends that were reserved and are not used. */
  release: { businessId: string; sends: number }[]
  exceeded: { businessId: string; allowance: number; used: number }[]
}

/** An escalation that waits for its email is looked at again after so long, should nothing move it on. */
const putOffMilliseconds = 7 * 86_400_000

/** Whether a nudge needs a send of the day: one that is retried has its own already. */
export function needsQuota<Facts>(
  rules: DispatchRules<Facts>,
  { nudge, escalation, facts }: Candidate<Facts>,
): boolean {
  const isHeldBack = escalation !== null && (escalation.openedSince || !escalation.emailIsOut)
  return nudge.state === 'queued' && nudge.attempts === 0 && !isHeldBack && rules.dailyLimit(facts) !== null
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
    if (escalation?.openedSince === true) decided.outcomes.push(cancelUnread(nudge, now))
    else if (escalation?.emailIsOut === false)
      decided.outcomes.push({ nudge: reschedule(nudge, new Date(now.getTime() + putOffMilliseconds)), effects: [] })
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
        if (!nudge.charged) decided.budget = rules.spend(facts, nudge, price, decided.budget)
        decided.submit.push({ nudge, price, charge: nudge.charged ? 0 : price })
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
