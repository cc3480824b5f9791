import { type ReceiverBehaviour, receiverBehaviours } from './receivers.ts'
import { isOneOf, type Problem, readFields } from './request-body.ts'

type Wish = { behaviour: ReceiverBehaviour }

/** The body of `POST /receivers`, or what is wrong with it. A person with curl may leave it out. */
export function readNewReceiver(body: string): Wish | Problem {
  const given = readFields(body || '{}', ['behaviour'])
  return 'problem' in given ? given : readBehaviour(given.fields['behaviour'] ?? 'ok')
}

/** The body of `PATCH /receivers/{id}`, or what is wrong with it. */
export function readReceiverChange(body: string): Wish | Problem {
  const given = readFields(body, ['behaviour'])
  return 'problem' in given ? given : readBehaviour(given.fields['behaviour'])
}

function readBehaviour(behaviour: unknown): Wish | Problem {
  return isOneOf<ReceiverBehaviour>(receiverBehaviours, behaviour)
    ? { behaviour }
    : { problem: `behaviour must be one of ${receiverBehaviours.join(', ')}` }
}
