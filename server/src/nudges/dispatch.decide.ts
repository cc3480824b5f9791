/**
 * Which of the nudges in hand may go out now (2.3). What was asked at the push is asked again, because what was true then
 * need not be true now; the daily cap is asked only here, and whoever comes after the last place of the day is not sent at all (2.4).
 */
import { type EmailFacts, emailGates, firstRefusal } from './gates.ts'
import type { NudgeState } from './states.ts'

export type DueEmail = {
  id: string
  businessId: string
  state: NudgeState
  attempts: number
  /** Somebody had it in hand before, and was not heard of again. */
  recovered: boolean
  facts: EmailFacts
}
/** `counted` is how many of the day's places were taken for this set, `sentBefore` how many were gone before it. */
export type EmailCount = {
  cap: number
  counted: number
  sentBefore: number
  allowance: number | null
  sentBeforeThisMonth: number
  /** The event of this month was published. */
  exceededBefore: boolean
}
type Refusal = { id: string; businessId: string; reason: string }
export type Dispatch = {
  submit: string[]
  refuse: Refusal[]
  /** Found as they were when somebody called the provider: nobody knows whether it was reached. */
  lost: string[]
  /** Places that were taken and not used. */
  giveBack: Map<string, number>
  /** `used` counts up to the email that used the allowance up, whichever set it was sent in. */
  exceeded: { businessId: string; allowance: number; used: number }[]
}

/** What a business's settings alone refuse takes no place of the day. An email that is tried again has its place already. */
export const takesPlace = ({ state, attempts, facts }: DueEmail): boolean =>
  state === 'queued' && attempts === 0 && firstRefusal(emailGates, facts) === null

export function decideDispatch(due: DueEmail[], counts: Map<string, EmailCount>): Dispatch {
  const decided: Dispatch = { submit: [], refuse: [], lost: [], giveBack: new Map(), exceeded: [] }
  const used = new Map<string, number>()
  for (const email of due) {
    const { id, businessId, state, recovered } = email
    if (state === 'submitting' && recovered) decided.lost.push(id)
    if (state !== 'queued') continue
    const reason = firstRefusal(emailGates, email.facts) ?? capRefusal(email, counts, used)
    if (reason === null) decided.submit.push(id)
    else decided.refuse.push({ id, businessId, reason })
  }
  for (const [businessId, count] of counts) {
    const sent = used.get(businessId) ?? 0
    if (sent < count.counted) decided.giveBack.set(businessId, count.counted - sent)
    const exceeded = exceededAllowance(count, sent)
    if (exceeded !== null) decided.exceeded.push({ businessId, ...exceeded })
  }
  return decided
}

/** 6.3: the event comes with the email that uses the allowance up, or with the first that goes where it is used up already. */
function exceededAllowance(
  { allowance, sentBefore, sentBeforeThisMonth, exceededBefore }: EmailCount,
  sent: number,
): { allowance: number; used: number } | null {
  const before = sentBeforeThisMonth + sentBefore
  if (allowance === null || exceededBefore || sent === 0 || before + sent < allowance) return null
  return { allowance, used: Math.max(allowance, before + 1) }
}

function capRefusal(
  { businessId, attempts }: DueEmail,
  counts: Map<string, EmailCount>,
  used: Map<string, number>,
): 'daily_cap_reached' | null {
  if (attempts > 0) return null
  const { cap, sentBefore } = counts.get(businessId)!
  const here = used.get(businessId) ?? 0
  if (sentBefore + here >= cap) return 'daily_cap_reached'
  used.set(businessId, here + 1)
  return null
}
