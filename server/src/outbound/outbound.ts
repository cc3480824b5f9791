import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isAllowed, isExact, judgeUrl, objection } from './address-guard.ts'
import { createResolve, type Resolve } from './address-guard-lookup.ts'
import { createPoster } from './post.ts'
import type { ConnectionSettings } from './post-connect.ts'

/** The way out to merchants' servers. */
export type Outbound = ReturnType<typeof createOutbound>

const resolveMilliseconds = 3_000

export function createOutbound(settings: Omit<ConnectionSettings, 'resolve'> & { resolve?: Resolve }) {
  const { policy, resolve = createResolve(() => new Resolver(), resolveMilliseconds) } = settings
  return {
    ...createPoster({ ...settings, resolve }),
    /** Whether an endpoint may be there, as far as can be told now. It is asked again at every connection. */
    judge: async (text: string): Promise<ReturnType<typeof judgeUrl>> => {
      const judged = judgeUrl(text, policy)
      if ('fault' in judged) return judged
      const { hostname, port } = judged.url
      if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0 || isExact(policy, hostname, Number(port || 443))) return judged
      const addresses = await resolve(hostname)
      if (addresses.length === 0) return objection('the host has no address')
      return addresses.every((address) => isAllowed(address, policy))
        ? judged
        : objection('the host must have public addresses only')
    },
  }
}
