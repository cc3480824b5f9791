/**
 * Which of the paid nudges in hand may go out now (2.1, 2.3). A held one is paid for here and not before. An escalation is called
 * off by an open, and waits for an email that is not out yet.
 */
import type { PaidCase, PaidWorld, TextsHere } from './paid.decide.ts'
import { countText, priceOf, refuseSms, refuseWhatsApp, withTextsHere } from './paid.decide.ts'
import type { NudgeState } from './states.ts'

export type DuePaid = {
  id: string
  businessId: string
  channel: 'sms' | 'whatsapp'
  state: NudgeState
  attempts: number
  recovered: boolean
  charged: boolean
  price: number
  fallback: boolean
  /** Null when it is no escalation. */
  escalation: { openedSince: boolean; emailIsOut: boolean } | null
  /** Everything but the balance, which those before it in the set may have spent. */
  paid: Omit<PaidCase, 'balance'>
}
/** Places of the day for a newly enabled account: how many were gone before this set. */
export type Warmup = { cap: number; counted: number; sentBefore: number }
type CallOff = { id: string; businessId: string; refund: number }
/** `isFallbackArmed`: a text follows a WhatsApp message that was queued and ends rejected, whatever the reason (2.13). */
type Refusal = { id: string; businessId: string; reason: string; refund: number; isFallbackArmed: boolean }
export type PaidDispatch = {
  submit: { id: string; businessId: string; price: number; charge: number }[]
  refuse: Refusal[]
  callOff: CallOff[]
  putBack: string[]
  lost: string[]
  giveBack: Map<string, number>
  balances: Map<string, number>
}

/** What may take a place of the day: it is to go, as far as can be told without the balance. One that is tried again has its place. */
export const takesSmsPlace = ({ state, attempts, channel, escalation }: DuePaid): boolean =>
  channel === 'sms' &&
  state === 'queued' &&
  attempts === 0 &&
  (escalation === null || (!escalation.openedSince && escalation.emailIsOut))

export function decidePaidDispatch(
  world: PaidWorld,
  due: DuePaid[],
  balancesBefore: Map<string, number>,
  warmups: Map<string, Warmup>,
): PaidDispatch {
  const balances = new Map(balancesBefore)
  const used = new Map<string, number>()
  const texts: TextsHere = new Map()
  const decided: PaidDispatch = {
    submit: [],
    refuse: [],
    callOff: [],
    putBack: [],
    lost: [],
    giveBack: new Map(),
    balances,
  }
  for (const nudge of due) {
    const { id, businessId, state, escalation, charged } = nudge
    if (state === 'submitting' && nudge.recovered) decided.lost.push(id)
    if (state !== 'queued') continue
    if (escalation?.openedSince === true) decided.callOff.push({ id, businessId, refund: charged ? nudge.price : 0 })
    else if (escalation?.emailIsOut === false) decided.putBack.push(id)
    else {
      const price = charged ? nudge.price : priceOf(world, nudge.channel, nudge.paid.recipient.phone)
      const paid = {
        ...withTextsHere(texts, businessId, nudge.paid),
        balance: charged ? null : (balances.get(businessId) ?? 0),
      }
      const reason =
        nudge.channel === 'sms'
          ? (refuseSms(world, paid) ?? warmupRefusal(nudge, warmups, used))
          : refuseWhatsApp(world, paid).reason
      if (reason === null) {
        if (!charged) {
          balances.set(businessId, (balances.get(businessId) ?? 0) - price)
          // One that was paid for at the push is in the counts of the others.
          if (nudge.channel === 'sms') countText(texts, businessId, paid)
        }
        decided.submit.push({ id, businessId, price, charge: charged ? 0 : price })
      } else
        decided.refuse.push({
          id,
          businessId,
          reason,
          refund: charged ? nudge.price : 0,
          isFallbackArmed: nudge.channel === 'whatsapp' && nudge.fallback,
        })
    }
  }
  for (const [businessId, { counted }] of warmups) {
    const sent = used.get(businessId) ?? 0
    if (sent < counted) decided.giveBack.set(businessId, counted - sent)
  }
  return decided
}

function warmupRefusal(
  { businessId, attempts }: DuePaid,
  warmups: Map<string, Warmup>,
  used: Map<string, number>,
): 'sms_warmup_cap_reached' | null {
  const warmup = warmups.get(businessId)
  if (warmup === undefined || attempts > 0) return null
  const here = used.get(businessId) ?? 0
  if (warmup.sentBefore + here >= warmup.cap) return 'sms_warmup_cap_reached'
  used.set(businessId, here + 1)
  return null
}
