import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { type AddressPolicy, isAllowed, isExact, judgeUrl, objection } from './address-guard.ts'
import { createResolve, type Resolve } from './address-guard-lookup.ts'
import { createPoster, type Poster } from './post.ts'

/** The way out to merchants' servers. */
export type Outbound = Poster & {
  /** Whether an endpoint may be there, as far as can be told now. It is asked again at every connection. */
  judge: (url: string) => Promise<{ url: URL } | { fault: { type: string; msg: string } }>
}
/** `certificateAuthority` is trusted beside the public ones, for the exact pairs of the policy only. */
export type OutboundSettings = { policy: AddressPolicy; certificateAuthority: string | null; resolve?: Resolve }

const resolveMilliseconds = 3_000

export function createOutbound(settings: OutboundSettings): Outbound {
  const { resolve = createResolve(() => new Resolver(), resolveMilliseconds) } = settings
  const { policy } = settings
  return {
    ...createPoster({ ...settings, resolve }),
    async judge(text) {
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
