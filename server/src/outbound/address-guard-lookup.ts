import type { LookupAddress, LookupOptions } from 'node:dns'
import type { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { type AddressPolicy, isAllowed } from './address-guard.ts'

/** Returns all addresses of a host, of both families, or an empty list. */
export type Resolve = (host: string) => Promise<string[]>

/**
 * A lookup function for `net.connect`. The socket connects only to addresses that were checked here, so DNS rebinding has no
 * effect. One denied address rejects the whole host: a legitimate host does not mix public and private addresses, and the
 * order in which the addresses are tried is not under our control.
 *
 * Node does not call the lookup if the host is an IP address: the caller checks those.
 */
export function createGuardedLookup(policy: AddressPolicy, resolve: Resolve): LookupFunction {
  return callbackify(async (host: string, _options: LookupOptions): Promise<LookupAddress[]> => {
    const addresses = await resolve(host).catch(() => [])
    if (addresses.length === 0) throw lookupError('UNRESOLVED')
    if (!addresses.every((address) => isAllowed(address, policy))) throw lookupError('BLOCKED_ADDRESS')
    return addresses.map((address) => ({ address, family: isIP(address) }))
  })
}

/** The message contains no host name, because it is logged. */
export const lookupError = (code: 'UNRESOLVED' | 'BLOCKED_ADDRESS'): NodeJS.ErrnoException =>
  Object.assign(new Error(code), { code })

/**
 * Queries the name servers directly. The system's resolver occupies one of four threads for each pending name, so the slow
 * name server of one merchant would block the deliveries of all. The hosts file is not read.
 */
export function createResolve(newResolver: () => Resolver, milliseconds: number): Resolve {
  return async (host) => {
    const resolver = newResolver()
    // Some name servers never respond for a family they do not support. That must not use up the connect timeout.
    const timer = setTimeout(() => resolver.cancel(), milliseconds)
    const families = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    clearTimeout(timer)
    return families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []))
  }
}
