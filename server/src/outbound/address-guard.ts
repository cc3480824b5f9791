import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whom a webhook may reach (2.12). The merchant chooses the URL and this service makes the request, so what only this service
 * can reach would be open to every merchant. A URL is judged when it is registered, for an early answer; what protects is
 * the judgement of the address that is connected to, on every connection (post-connect.ts).
 */
export type AddressPolicy = {
  /** Networks that are not public but have receivers in them, by the operator's word. */
  allowCidrs: string[]
  /** The receivers of development, by host and port, whatever their address. */
  exact: { host: string; port: number }[]
}

export function judgeUrl(text: string, policy: AddressPolicy): { url: URL } | { fault: { type: string; msg: string } } {
  const url = URL.parse(text)
  if (url === null) return { fault: { type: 'url_parsing', msg: 'Input should be a valid URL' } }
  if (url.protocol !== 'https:') return { fault: { type: 'url_scheme', msg: "URL scheme should be 'https'" } }
  const words = objectionTo(url, policy)
  return words === null ? { url } : objection(words)
}

export const objection = (words: string) => ({ fault: { type: 'value_error', msg: `Value error, ${words}` } })

export const isExact = ({ exact }: AddressPolicy, host: string, port: number): boolean =>
  exact.some((pair) => pair.host === host && pair.port === port)

export function isAllowed(address: string, { allowCidrs }: AddressPolicy): boolean {
  // The library also reads octal and shortened spellings. What is connected to has one spelling, and any other is suspect.
  if (isIP(address) === 0) return false
  // An IPv4 address written as IPv6 is connected to as IPv4, so it is judged as that.
  const ip = ipaddr.process(address)
  return isPublic(ip) || allowCidrs.some((cidr) => isWithin(ip, cidr))
}

/** The networks of a comma list, or undefined when one is malformed or is the whole internet: that would switch the guard off. */
export function readCidrs(text: string): string[] | undefined {
  const cidrs = text.split(',').map((cidr) => cidr.trim())
  return cidrs.every(isNetwork) ? cidrs : undefined
}

type Address = ReturnType<typeof ipaddr.process>

/**
 * Globally routable unicast. To the library, unicast is whatever has no special range. In IPv4 that is right, as every special
 * network is listed. In IPv6 most of the space is not assigned, and addresses with an IPv4 one inside would pass (::7f00:1),
 * so there it must also be in 2000::/3, the part that is handed out. 6to4, Teredo and NAT64 are refused even
 * when the address inside them is public: nobody's receiver is there.
 */
const isPublic = (ip: Address): boolean =>
  ip.range() === 'unicast' && (ip.kind() === 'ipv4' || isWithin(ip, '2000::/3'))

function isWithin(ip: Address, cidr: string): boolean {
  const [network, bits] = ipaddr.parseCIDR(cidr)
  return ip.kind() === network.kind() && ip.match(network, bits)
}

/** In words that follow "Value error, ". Null when there is none. */
function objectionTo(url: URL, policy: AddressPolicy): string | null {
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  const port = Number(url.port || 443)
  if (url.href.length > longestUrl) return `the URL must have at most ${longestUrl} characters`
  if (url.username !== '' || url.password !== '') return 'the URL must not contain a user name or password'
  // It would never be sent, and the merchant would wait for it.
  if (url.href.includes('#')) return 'the URL must not have a fragment'
  if (isExact(policy, host, port)) return null
  if (refusedPorts.includes(port)) return 'the port must not be 0 or one of mail (25, 465, 587)'
  if (isIP(host) !== 0) return isAllowed(host, policy) ? null : 'the address must be public'
  if (host.endsWith('.')) return 'the host must not end with a dot'
  // A private network has private names. Their addresses are judged all the same.
  return privateName.test(host) && policy.allowCidrs.length === 0 ? 'the host must be a public name' : null
}

const longestUrl = 2048
/** A mail server would take a request for mail in our name. On port 0 there is nobody. */
const refusedPorts = [0, 25, 465, 587]
/** A name without a dot, or under a domain that is never public. */
const privateName = /^[^.]+$|\.(localhost|local|internal)$/

function isNetwork(cidr: string): boolean {
  // The library alone would read 010.0.0.0/8 as 8.0.0.0/8.
  if (isIP(cidr.replace(/\/\d+$/, '')) === 0 || !ipaddr.isValidCIDR(cidr)) return false
  const [address, bits] = ipaddr.parseCIDR(cidr)
  const family = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  // An address with bits beyond the prefix is a slip: nobody knows which of the two was meant.
  return bits > 0 && family.networkAddressFromCIDR(cidr).toString() === address.toString()
}
