import { isIP } from 'node:net'
import { buildConnector } from 'undici'
import { type AddressPolicy, isAllowed, isExact } from './address-guard.ts'
import { createGuardedLookup, lookupError, type Resolve } from './address-guard-lookup.ts'

export type ConnectionSettings = {
  policy: AddressPolicy
  /** As PEM. It is trusted beside the public ones, for the exact pairs of the policy only. */
  certificateAuthority: string | null
  resolve: Resolve
}

/**
 * Every connection to a receiver is made here and judged here: a name by the look-up, an address as it stands, since for one
 * of those no look-up happens. The certificate authority of development is trusted for its own receivers and for nobody else.
 */
export function createConnector(
  { policy, certificateAuthority, resolve }: ConnectionSettings,
  milliseconds: number,
): buildConnector.connector {
  const common = {
    allowH2: false,
    timeout: milliseconds,
    // The guarded look-up answers a list, which Node asks for only when it may try one address after the other.
    autoSelectFamily: true,
    // Said here, because an environment variable can change the default.
    rejectUnauthorized: true,
  }
  const toAnybody = buildConnector({ ...common, lookup: createGuardedLookup(policy, resolve) })
  const toDevelopment = buildConnector({ ...common, ca: certificateAuthority ?? undefined })

  return (target, callback) => {
    const { protocol, hostname, port } = target
    const isOurs = isExact(policy, hostname, Number(port || 443))
    const isDenied = !isOurs && isIP(hostname) !== 0 && !isAllowed(hostname, policy)
    // On the next tick, like every other outcome: the client is not ready for an answer during its own call.
    if (isDenied || protocol !== 'https:') process.nextTick(callback, lookupError('BLOCKED_ADDRESS'), null)
    else if (isOurs) toDevelopment(target, callback)
    else toAnybody(target, callback)
  }
}
