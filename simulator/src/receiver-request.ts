import { type ReceiverBehaviour, receiverBehaviours } from './receivers.ts'
import { isOneOf, type Problem, readFields } from './request-body.ts'

type ReceiverInput = { behaviour: ReceiverBehaviour }

/** The body of `POST /receivers`, or its problem. An empty body is allowed, for use with curl. */
export function readNewReceiver(body: string): ReceiverInput | Problem {
  const given = readFields(body || '{}', ['behaviour'])
  return 'problem' in given ? given : readBehaviour(given.fields['behaviour'] ?? 'ok')
}

/** The body of `PATCH /receivers/{id}`, or its problem. */
export function readReceiverChange(body: string): ReceiverInput | Problem {
  const given = readFields(body, ['behaviour'])
  return 'problem' in given ? given : readBehaviour(given.fields['behaviour'])
}

function readBehaviour(behaviour: unknown): ReceiverInput | Problem {
  return isOneOf<ReceiverBehaviour>(receiverBehaviours, behaviour)
    ? { behaviour }
    : { problem: `behaviour must be one of ${receiverBehaviours.join(', ')}` }
}
