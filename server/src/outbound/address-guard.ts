import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Which addresses a webhook may reach (2.12). The merchant chooses the URL and this service sends the request, so without this
 * check a merchant could reach internal services (SSRF). A URL is checked at registration for early feedback. The protection
 * is the check of the connected address on every connection (post-connect.ts).
 */
export type AddressPolicy = {
  /** Private networks with receivers, permitted by the operator. */
  allowCidrs: string[]
  /** Receivers in development, by host and port. Any address is permitted. */
  exact: { host: string; port: number }[]
}

export function checkUrl(text: string, policy: AddressPolicy): { url: URL } | { error: { type: string; msg: string } } {
  const url = URL.parse(text)
  if (url === null) return { error: { type: 'url_parsing', msg: 'Input should be a valid URL' } }
  if (url.protocol !== 'https:') return { error: { type: 'url_scheme', msg: "URL scheme should be 'https'" } }
  const reason = rejectionReason(url, policy)
  return reason === null ? { url } : valueError(reason)
}

export const valueError = (reason: string) => ({ error: { type: 'value_error', msg: `Value error, ${reason}` } })

export const isExact = ({ exact }: AddressPolicy, host: string, port: number): boolean =>
  exact.some((pair) => pair.host === host && pair.port === port)

export function isAllowed(address: string, { allowCidrs }: AddressPolicy): boolean {
  // The library also parses octal and shortened notations. A resolved address has the standard notation, so any other is
  // rejected.
  if (isIP(address) === 0) return false
  // An IPv4-mapped IPv6 address is connected to over IPv4, so it is checked as IPv4.
  const ip = ipaddr.process(address)
  return isPublic(ip) || allowCidrs.some((cidr) => isWithin(ip, cidr))
}

/**
 * Parses a comma-separated list of networks. Returns undefined if one is malformed or covers all addresses, which would
 * disable the guard.
 */
export function parseCidrs(text: string): string[] | undefined {
  const cidrs = text.split(',').map((cidr) => cidr.trim())
  return cidrs.every(isNetwork) ? cidrs : undefined
}

type Address = ReturnType<typeof ipaddr.process>

/**
 * Globally routable unicast. The library returns `unicast` for every address without a special range. For IPv4 that is
 * sufficient, because every special network is listed. For IPv6 most of the space is unassigned, and addresses with an
 * embedded IPv4 address (::7f00:1) would pass, so the address must also be in 2000::/3, the assigned part. 6to4, Teredo and
 * NAT64 are denied even if the embedded address is public: receivers do not use them.
 */
const isPublic = (ip: Address): boolean =>
  ip.range() === 'unicast' && (ip.kind() === 'ipv4' || isWithin(ip, '2000::/3'))

function isWithin(ip: Address, cidr: string): boolean {
  const [network, bits] = ipaddr.parseCIDR(cidr)
  return ip.kind() === network.kind() && ip.match(network, bits)
}

/** Returns the reason, to follow "Value error, ", or null if the URL is accepted. */
function rejectionReason(url: URL, policy: AddressPolicy): string | null {
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  const port = Number(url.port || 443)
  if (url.href.length > maxUrlLength) return `the URL must have at most ${maxUrlLength} characters`
  if (url.username !== '' || url.password !== '') return 'the URL must not contain a user name or password'
  // A fragment is never sent, although the merchant may expect it.
  if (url.href.includes('#')) return 'the URL must not have a fragment'
  if (isExact(policy, host, port)) return null
  if (deniedPorts.includes(port)) return 'the port must not be 0 or one of mail (25, 465, 587)'
  if (isIP(host) !== 0) return isAllowed(host, policy) ? null : 'the address must be public'
  if (host.endsWith('.')) return 'the host must not end with a dot'
  // A private network has private names. Their addresses are still checked.
  return privateName.test(host) && policy.allowCidrs.length === 0 ? 'the host must be a public name' : null
}

const maxUrlLength = 2048
/** A mail server could interpret a request as SMTP commands and send email. Port 0 is not valid. */
const deniedPorts = [0, 25, 465, 587]
/** A name without a dot, or under a domain that is never public. */
const privateName = /^[^.]+$|\.(localhost|local|internal)$/

function isNetwork(cidr: string): boolean {
  // The library by itself would parse 010.0.0.0/8 as 8.0.0.0/8.
  if (isIP(cidr.replace(/\/\d+$/, '')) === 0 || !ipaddr.isValidCIDR(cidr)) return false
  const [address, bits] = ipaddr.parseCIDR(cidr)
  const family = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  // An address with bits beyond the prefix is ambiguous, probably a typing error.
  return bits > 0 && family.networkAddressFromCIDR(cidr).toString() === address.toString()
}
