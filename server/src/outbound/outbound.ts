import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { checkUrl, isAllowed, isExact, valueError } from './address-guard.ts'
import { createResolve, type Resolve } from './address-guard-lookup.ts'
import { createPoster } from './post.ts'
import type { ConnectionSettings } from './post-connect.ts'

/** HTTP requests to merchants' servers. */
export type Outbound = ReturnType<typeof createOutbound>

const resolveMilliseconds = 3_000

export function createOutbound(settings: Omit<ConnectionSettings, 'resolve'> & { resolve?: Resolve }) {
  const { policy, resolve = createResolve(() => new Resolver(), resolveMilliseconds) } = settings
  return {
    ...createPoster({ ...settings, resolve }),
    /** Checks the URL of an endpoint, including the current addresses of its host. Every connection is checked again. */
    checkUrl: async (text: string): Promise<ReturnType<typeof checkUrl>> => {
      const checked = checkUrl(text, policy)
      if ('error' in checked) return checked
      const { hostname, port } = checked.url
      if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0 || isExact(policy, hostname, Number(port || 443)))
        return checked
      const addresses = await resolve(hostname)
      if (addresses.length === 0) return valueError('the host has no address')
      return addresses.every((address) => isAllowed(address, policy))
        ? checked
        : valueError('the host must have public addresses only')
    },
  }
}
