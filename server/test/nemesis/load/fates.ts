import { draw } from '../chance.ts'
import { newPerson, type Person } from '../people.ts'
import type { Lane } from './lane.ts'

/** How a provider treats somebody, and how often. */
export type Fate = { weight: number; behaviour: string; times: number }

/** One in eight meets something else than a provider that simply accepts. */
export const allFates: Fate[] = [
  { weight: 88, behaviour: 'accept', times: 1 },
  { weight: 3, behaviour: 'throttle', times: 2 },
  { weight: 2, behaviour: 'unavailable', times: 1 },
  { weight: 2, behaviour: 'refuse', times: 1 },
  { weight: 1, behaviour: 'hang', times: 1 },
  { weight: 1, behaviour: 'accept_then_hang', times: 1 },
  { weight: 2, behaviour: 'accept_then_close', times: 1 },
  { weight: 1, behaviour: 'accept_then_500', times: 1 },
]

export async function decideFate(
  { fates, next, deployment: { simulator } }: Lane,
  channel: 'email' | 'sms' | 'whatsapp',
  to: string,
): Promise<void> {
  const { behaviour, times } = draw(fates, next)
  if (behaviour === 'accept') return
  if (channel === 'email') await simulator.script(to, behaviour, times)
  else await simulator.scriptPaid(channel, to, behaviour, times)
}

/** Some addresses bounce, and of some nobody ever hears. */
export async function fatedPerson(lane: Lane): Promise<Person> {
  const drawn = lane.next()
  const person = newPerson(drawn < 0.02 ? 'bounced' : drawn < 0.03 ? 'unknown' : 'ada')
  await decideFate(lane, 'email', person.email)
  return person
}
