import type { Candidate, Dispatch } from './dispatch.decide.ts'
import type { Effect } from './outcome.decide.ts'
import type { Nudge, NudgeState } from './states.ts'

export const now = new Date('2026-11-15T12:00:00Z')

/** A queued nudge of business `b`. */
export const candidate = <Facts>(nudge: Partial<Nudge>, facts: Facts): Candidate<Facts> => ({
  nudge: {
    businessId: 'b',
    id: 'n',
    channel: 'email',
    state: 'queued',
    attempts: 0,
    price: 0,
    charged: false,
    fallback: false,
    openedInTime: false,
    createdAt: now,
    submittedAt: null,
    dueAt: null,
    checkAt: null,
    platformId: null,
    skippedReason: null,
    errorCode: null,
    deliveredAt: null,
    readAt: null,
    bouncedAt: null,
    bounceType: null,
    complainedAt: null,
    endedAt: null,
    ...nudge,
  },
  isRecovered: false,
  escalation: null,
  facts,
})

/** The parts of a dispatch that tests compare. */
export function summarise({ submit, outcomes, lost, budget, release, exceeded }: Dispatch) {
  const ended = (...states: NudgeState[]) => outcomes.filter(({ nudge }) => states.includes(nudge.state))
  const refundOf = (effects: Effect[]) =>
    effects.reduce((sum, one) => sum + (one.kind === 'refund' ? one.credits : 0), 0)
  return {
    submit: submit.map(({ nudge, price, charge }) => ({ id: nudge.id, price, charge })),
    refuse: ended('skipped', 'rejected').map(({ nudge, effects }) => ({
      id: nudge.id,
      reason: nudge.skippedReason,
      refund: refundOf(effects),
      sendsFallback: effects.some(({ kind }) => kind === 'send_fallback'),
    })),
    cancel: ended('cancelled').map(({ nudge, effects }) => ({ id: nudge.id, refund: refundOf(effects) })),
    reschedule: ended('waiting').map(({ nudge }) => nudge.id),
    lost,
    release,
    exceeded,
    balances: budget.balances,
  }
}
