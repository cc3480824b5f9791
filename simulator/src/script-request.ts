import { type Channel, channels } from './outbox.ts'
import { isOneOf, type Problem, readFields } from './request-body.ts'
import { type Behaviour, behaviours, type Script } from './scripts.ts'

/** The body of `POST /script`, or the first thing that is wrong with it. */
export function readScript(body: string): Script | Problem {
  const given = readFields(body, ['channel', 'to', 'behaviour', 'times'])
  if ('problem' in given) return given

  const { channel, to, behaviour, times = null } = given.fields
  if (!isOneOf<Channel>(channels, channel)) return { problem: `channel must be one of ${channels.join(', ')}` }
  if (typeof to !== 'string' || !to.includes('@')) return { problem: 'to must be an email address' }
  if (!isOneOf<Behaviour>(behaviours[channel], behaviour))
    return { problem: `behaviour must be one of ${behaviours[channel].join(', ')} for ${channel}` }
  if (times !== null && !isCount(times)) return { problem: 'times must be a whole number from 1' }
  return { channel, to, behaviour, times }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1
}
