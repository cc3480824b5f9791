import { canonicalAddress } from './address.ts'
import type { Channel } from './channels.ts'

const common = [
  'accept',
  'refuse',
  'throttle',
  'unavailable',
  'hang',
  'accept_then_hang',
  'accept_then_close',
  'accept_then_500',
] as const

/** `not_on_whatsapp` is accepted and then reported as failed; `refuse_not_on_whatsapp` is refused in the response. */
const whatsappOnly = ['not_on_whatsapp', 'refuse_not_on_whatsapp'] as const

export type BehaviourOf<One extends Channel> =
  | (typeof common)[number]
  | (One extends 'whatsapp' ? (typeof whatsappOnly)[number] : never)
export type Behaviour = BehaviourOf<Channel>

export const behavioursOf = (channel: Channel): readonly Behaviour[] =>
  channel === 'whatsapp' ? [...common, ...whatsappOnly] : common

/** `times` is null for a script that applies until `accept` or a reset. */
export type Script = { channel: Channel; to: string; behaviour: Behaviour; times: number | null }

export type Scripts = ReturnType<typeof createScripts>

/** The behaviour of the next submissions to an address. A new script replaces the previous one of its address. */
export function createScripts() {
  const scripts = new Map<string, Script>()

  return {
    write(script: Script): void {
      const address = key(script.channel, script.to)
      if (script.behaviour === 'accept') scripts.delete(address)
      else scripts.set(address, script)
    },
    /** The behaviour of the current submission. Each call counts down `times`. */
    next<One extends Channel>(channel: One, to: string): BehaviourOf<One> {
      const address = key(channel, to)
      const script = scripts.get(address)
      if (script === undefined) return 'accept'
      if (script.times === 1) scripts.delete(address)
      else if (script.times !== null) scripts.set(address, { ...script, times: script.times - 1 })
      // `readScript` allows only the behaviours of the channel.
      return script.behaviour as BehaviourOf<One>
    },
    clear(): void {
      scripts.clear()
    },
  }
}

const key = (channel: Channel, to: string): string => `${channel} ${canonicalAddress(to)}`
