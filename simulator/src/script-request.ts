import { type Channel, channels } from './outbox.ts'
import { type Behaviour, behaviours, type Script } from './scripts.ts'

type Problem = { problem: string }

/** The body of `POST /script`, or the first thing that is wrong with it. */
export function readScript(body: string): Script | Problem {
  const given = readObject(body)
  if (given === null) return { problem: 'The body must be a JSON object' }

  // A misspelt `times` would make a script hold for ever.
  const unknown = Object.keys(given).find((name) => !['channel', 'to', 'behaviour', 'times'].includes(name))
  if (unknown !== undefined) return { problem: `Unknown field ${unknown}` }

  const { channel, to, behaviour, times = null } = given
  if (!isOneOf<Channel>(channels, channel)) return { problem: `channel must be one of ${channels.join(', ')}` }
  if (typeof to !== 'string' || !to.includes('@')) return { problem: 'to must be an email address' }
  if (!isOneOf<Behaviour>(behaviours[channel], behaviour))
    return { problem: `behaviour must be one of ${behaviours[channel].join(', ')} for ${channel}` }
  if (times !== null && !isCount(times)) return { problem: 'times must be a whole number from 1' }
  return { channel, to, behaviour, times }
}

function readObject(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isOneOf<Choice extends string>(choices: readonly Choice[], value: unknown): value is Choice {
  return (choices as readonly unknown[]).includes(value)
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1
}
