import { newPerson, type Person } from '../people.ts'
import { drawWeighted } from '../random.ts'
import type { LoadClient } from './load-client.ts'

/** How a provider handles the next submissions to an address or number, and for how many of them. */
export type SubmissionBehaviour = { weight: number; behaviour: string; times: number }

/** One address or number in eight gets another behaviour than a plain acceptance. */
export const allBehaviours: SubmissionBehaviour[] = [
  { weight: 88, behaviour: 'accept', times: 1 },
  { weight: 3, behaviour: 'throttle', times: 2 },
  { weight: 2, behaviour: 'unavailable', times: 1 },
  { weight: 2, behaviour: 'refuse', times: 1 },
  { weight: 1, behaviour: 'hang', times: 1 },
  { weight: 1, behaviour: 'accept_then_hang', times: 1 },
  { weight: 2, behaviour: 'accept_then_close', times: 1 },
  { weight: 1, behaviour: 'accept_then_500', times: 1 },
]

export async function scriptBehaviour(
  { behaviours, next, deployment: { simulator } }: LoadClient,
  channel: 'email' | 'sms' | 'whatsapp',
  to: string,
): Promise<void> {
  const { behaviour, times } = drawWeighted(behaviours, next)
  if (behaviour === 'accept') return
  if (channel === 'email') await simulator.script(to, behaviour, times)
  else await simulator.scriptPaid(channel, to, behaviour, times)
}

/** Some addresses bounce, and some never get a delivery report. */
export async function newScriptedPerson(client: LoadClient): Promise<Person> {
  const drawn = client.next()
  const person = newPerson(drawn < 0.02 ? 'bounced' : drawn < 0.03 ? 'unknown' : 'ada')
  await scriptBehaviour(client, 'email', person.email)
  return person
}
