import type { LookupAddress, LookupOptions } from 'node:dns'
import type { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { type AddressPolicy, isAllowed } from './address-guard.ts'

/** All addresses of a host, of both families; none when it has none. */
export type Resolve = (host: string) => Promise<string[]>

/**
 * A look-up for `net.connect`. The addresses it answers are the ones it has judged, and the socket connects to no others, so a
 * name that stands for something else a moment later gains nothing. One denied address refuses the whole host: no honest
 * host mixes, and which of the addresses is tried first is not ours to choose.
 *
 * Node does not call it when the host is an address already: whoever uses it judges those.
 */
export function createGuardedLookup(policy: AddressPolicy, resolve: Resolve): LookupFunction {
  return callbackify(async (host: string, _options: LookupOptions): Promise<LookupAddress[]> => {
    const addresses = await resolve(host).catch(() => [])
    if (addresses.length === 0) throw lookupError('UNRESOLVED')
    if (!addresses.every((address) => isAllowed(address, policy))) throw lookupError('BLOCKED_ADDRESS')
    return addresses.map((address) => ({ address, family: isIP(address) }))
  })
}

/** Without the host: messages are logged. */
export const lookupError = (code: 'UNRESOLVED' | 'BLOCKED_ADDRESS'): NodeJS.ErrnoException =>
  Object.assign(new Error(code), { code })

/**
 * Asks the name servers itself. The system's resolver would hold one of four threads for every name it waits for, and a merchant
 * whose name server is silent would stop everybody's deliveries. The hosts file is not read.
 */
export function createResolve(newResolver: () => Resolver, milliseconds: number): Resolve {
  return async (host) => {
    const resolver = newResolver()
    // Some name servers never answer for the family they do not have. That must not use up the time to connect.
    const timer = setTimeout(() => resolver.cancel(), milliseconds)
    const families = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    clearTimeout(timer)
    return families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []))
  }
}
