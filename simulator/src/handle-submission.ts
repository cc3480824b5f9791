import type { CreateCallback } from './callbacks.ts'
import { createInbound } from './inbound.ts'
import { numberPersona } from './number-personas.ts'
import type { Status, Submission } from './outbox.ts'
import type { ParsedSubmission, ProviderResponse } from './phone-provider.ts'
import type { Behaviour } from './scripts.ts'
import type { SimulatorState } from './simulator-state.ts'

type Outcome = { accepted: boolean; response: keyof ParsedSubmission['responses'] | 'hang' | 'close' }

const outcomes: Record<Behaviour, Outcome> = {
  accept: { accepted: true, response: 'accepted' },
  refuse: { accepted: false, response: 'refused' },
  throttle: { accepted: false, response: 'throttled' },
  unavailable: { accepted: false, response: 'unavailable' },
  hang: { accepted: false, response: 'hang' },
  accept_then_hang: { accepted: true, response: 'hang' },
  accept_then_close: { accepted: true, response: 'close' },
  accept_then_500: { accepted: true, response: 'serverError' },
  not_on_whatsapp: { accepted: true, response: 'accepted' },
  refuse_not_on_whatsapp: { accepted: false, response: 'notOnWhatsApp' },
}

/** Records a submission with the outcome its script or its number gives, and returns the response to its sender. */
export function handleSubmission(
  state: SimulatorState,
  parsed: ParsedSubmission,
  messageId: string | null,
): ProviderResponse | 'hang' | 'close' {
  const { arrival, body, report } = parsed
  const record = (accepted: boolean): Submission => {
    const submission = { arrival, accepted, messageId, readBody: async () => body, report }
    state.outbox.record(submission)
    return submission
  }
  if (parsed.validationError !== null) {
    record(false)
    return parsed.validationError
  }

  const behaviour = behaviourFor(state, parsed)
  const { accepted, response } = outcomes[behaviour]
  state.reports.schedule(followUps(state, parsed, behaviour, record(accepted)))
  // A script can only use behaviours of its channel, so the response exists.
  return response === 'hang' || response === 'close' ? response : parsed.responses[response]!
}

/** A script overrides the persona of a number. */
function behaviourFor(state: SimulatorState, { arrival: { channel, to } }: ParsedSubmission): Behaviour {
  const scripted = state.scripts.next(channel, to)
  return scripted === 'accept' ? numberPersona(channel, to).behaviour : scripted
}

/**
 * The reports and the reply that follow a submission. A submission whose response was lost has none: a report would arrive
 * before the sender's timeout, and no test could observe how the sender handles an unknown outcome.
 */
function followUps(
  state: SimulatorState,
  { arrival, report }: ParsedSubmission,
  behaviour: Behaviour,
  submission: Submission,
): CreateCallback[] {
  const { channel, to: from } = arrival
  const reportAll = (statuses: Status[]): CreateCallback[] =>
    report === null ? [] : statuses.map((status) => report(status))
  if (behaviour === 'not_on_whatsapp') return reportAll(['not_on_whatsapp'])
  if (behaviour !== 'accept') return []
  const { reports, reply } = numberPersona(channel, from)
  if (reply === null) return reportAll(reports)
  return [...reportAll(reports), createInbound(state, { channel, from, text: reply, inReplyTo: submission })]
}
