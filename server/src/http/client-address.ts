import ipaddr from 'ipaddr.js'

/**
 * The address of the client. Every proxy appends the address it was called from to X-Forwarded-For, so with two proxies the
 * client is the second entry from the end; earlier entries may be forged. Null when the number of proxies is unknown, or a
 * request bypassed them.
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
 * The name under which an address is limited. A client with one IPv6 address usually has all 2^64 of its network, so a /64
 * network counts as one. An IPv4 address that is mapped to IPv6 counts as the IPv4 address.
 */
export function limitedAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const ip = ipaddr.process(address)
  return ip.kind() === 'ipv4'
    ? ip.toString()
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${ip.toString()}/64`).toString()}/64`
}
