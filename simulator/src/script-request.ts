import { isPhoneNumber } from './address.ts'
import { type Channel, channels } from './channels.ts'
import { isOneOf, type Problem, readFields } from './request-body.ts'
import { type Behaviour, behavioursOf, type Script } from './scripts.ts'

/** The body of `POST /script`, or its first problem. */
export function readScript(body: string): Script | Problem {
  const given = readFields(body, ['channel', 'to', 'behaviour', 'times'])
  if ('problem' in given) return given

  const { channel, to, behaviour, times = null } = given.fields
  if (!isOneOf<Channel>(channels, channel)) return { problem: `channel must be one of ${channels.join(', ')}` }
  const problem = problemWith(channel, to)
  if (problem !== null) return { problem }
  const possible = behavioursOf(channel)
  if (!isOneOf<Behaviour>(possible, behaviour))
    return { problem: `behaviour must be one of ${possible.join(', ')} for ${channel}` }
  if (times !== null && !isCount(times)) return { problem: 'times must be a whole number from 1' }
  return { channel, to: to as string, behaviour, times }
}

function problemWith(channel: Channel, to: unknown): string | null {
  if (channel === 'email') return typeof to === 'string' && to.includes('@') ? null : 'to must be an email address'
  return isPhoneNumber(to) ? null : 'to must be a number such as +447700900123'
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1
}
