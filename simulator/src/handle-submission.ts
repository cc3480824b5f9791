import type { Tell } from './callbacks.ts'
import { writeBack } from './inbound.ts'
import { numberHabitOf } from './number-personas.ts'
import type { Status, Submission } from './outbox.ts'
import type { Behaviour } from './scripts.ts'
import type { Reply, Send } from './send.ts'
import type { SimulatorState } from './simulator-state.ts'

type Treatment = { accepted: boolean; reply: keyof Send['replies'] | 'never' | 'close' }

const treatments: Record<Behaviour, Treatment> = {
  accept: { accepted: true, reply: 'accepted' },
  refuse: { accepted: false, reply: 'refused' },
  throttle: { accepted: false, reply: 'throttled' },
  unavailable: { accepted: false, reply: 'unavailable' },
  hang: { accepted: false, reply: 'never' },
  accept_then_hang: { accepted: true, reply: 'never' },
  accept_then_close: { accepted: true, reply: 'close' },
  accept_then_500: { accepted: true, reply: 'broken' },
  not_on_whatsapp: { accepted: true, reply: 'accepted' },
  refuse_not_on_whatsapp: { accepted: false, reply: 'notOnWhatsApp' },
}

/** Puts a send on record as its script or its number says, and answers with what its sender is told. */
export function treat(state: SimulatorState, send: Send, messageId: string | null): Reply | 'never' | 'close' {
  const { arrival, body, report } = send
  const record = (accepted: boolean): Submission => {
    const submission = { arrival, accepted, messageId, readBody: async () => body, report }
    state.outbox.record(submission)
    return submission
  }
  if (send.fault !== null) {
    record(false)
    return send.fault
  }

  const behaviour = behaviourFor(state, send)
  const { accepted, reply } = treatments[behaviour]
  state.reports.follow(whatFollows(state, send, behaviour, record(accepted)))
  // A script can name only the behaviours of its channel, so the reply is there.
  return reply === 'never' || reply === 'close' ? reply : send.replies[reply]!
}

/** A script wins over the habit of a number. */
function behaviourFor(state: SimulatorState, { arrival: { channel, to } }: Send): Behaviour {
  const scripted = state.scripts.next(channel, to)
  return scripted === 'accept' ? numberHabitOf(channel, to).behaviour : scripted
}

/**
 * Nothing follows by itself where the answer was lost: the report would come before the sender has noticed the loss, and no
 * test could see what it makes of not knowing.
 */
function whatFollows(
  state: SimulatorState,
  { arrival, report }: Send,
  behaviour: Behaviour,
  submission: Submission,
): Tell[] {
  const { channel, to: from } = arrival
  const told = (statuses: Status[]): Tell[] => (report === null ? [] : statuses.map((status) => report(status)))
  if (behaviour === 'not_on_whatsapp') return told(['not_on_whatsapp'])
  if (behaviour !== 'accept') return []
  const { reports, answer } = numberHabitOf(channel, from)
  if (answer === null) return told(reports)
  return [...told(reports), writeBack(state, { channel, from, text: answer, inReplyTo: submission })]
}
