import ipaddr from 'ipaddr.js'

/**
 * Whose request this is, as far as it can be known. Every proxy adds the address it was called from to the end of X-Forwarded-For, so
 * with two in front the caller is the second from the end; what stands before that, anybody may have written. Null when nobody has
 * said how many there are, or it came past them.
 */
export function clientAddress(
  proxies: number | null,
  socketAddress: string | undefined,
  forwardedFor: string | string[] | undefined,
): string | null {
  if (proxies === null) return null
  if (proxies === 0) return socketAddress === undefined ? null : limitedAddress(socketAddress)
  const added = [forwardedFor ?? []].flat().flatMap((line) => line.split(','))
  const address = added.at(-proxies)?.trim() ?? ''
  return address === '' ? null : limitedAddress(address)
}

/**
 * By what an address is counted. Whoever has one IPv6 address usually has the 2^64 of its network, so that is counted as one; an IPv4
 * address that a socket shows as IPv6 is itself.
 */
export function limitedAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const ip = ipaddr.process(address)
  return ip.kind() === 'ipv4'
    ? ip.toString()
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${ip.toString()}/64`).toString()}/64`
}
