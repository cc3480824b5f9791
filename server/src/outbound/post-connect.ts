import { isIP } from 'node:net'
import { buildConnector } from 'undici'
import { type AddressPolicy, isAllowed, isExact } from './address-guard.ts'
import { createGuardedLookup, lookupError, type Resolve } from './address-guard-lookup.ts'

export type ConnectionSettings = {
  policy: AddressPolicy
  /** PEM. Trusted in addition to the public authorities, only for the exact pairs of the policy. */
  certificateAuthority: string | null
  resolve: Resolve
}

/**
 * Creates and checks every connection to a receiver: a host name in the lookup, an IP address here, because Node performs no
 * lookup for it. The development certificate authority is trusted only for the development receivers.
 */
export function createConnector(
  { policy, certificateAuthority, resolve }: ConnectionSettings,
  milliseconds: number,
): buildConnector.connector {
  const common = {
    allowH2: false,
    timeout: milliseconds,
    // The guarded lookup returns a list, which Node supports only with this option.
    autoSelectFamily: true,
    // Explicit, because an environment variable (NODE_TLS_REJECT_UNAUTHORIZED) can change the default.
    rejectUnauthorized: true,
  }
  const connectPublic = buildConnector({ ...common, lookup: createGuardedLookup(policy, resolve) })
  const connectDevelopment = buildConnector({ ...common, ca: certificateAuthority ?? undefined })

  return (target, callback) => {
    const { protocol, hostname, port } = target
    const isDevelopment = isExact(policy, hostname, Number(port || 443))
    const isDenied = !isDevelopment && isIP(hostname) !== 0 && !isAllowed(hostname, policy)
    // On the next tick, because the client does not support a callback during its own call.
    if (isDenied || protocol !== 'https:') process.nextTick(callback, lookupError('BLOCKED_ADDRESS'), null)
    else if (isDevelopment) connectDevelopment(target, callback)
    else connectPublic(target, callback)
  }
}
