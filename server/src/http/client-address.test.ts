import { expect, test } from 'vitest'
import { clientAddress, limitedAddress } from './client-address.ts'

for (const [what, proxies, forwardedFor, address] of [
  ['nobody has said how many proxies there are', null, '192.0.2.1', null],
  ['none stands in front: the header is anybody’s', 0, '192.0.2.1', '198.51.100.7'],
  ['one stands in front', 1, '192.0.2.1', '192.0.2.1'],
  ['one, and the caller has made something up', 1, '203.0.113.9, 192.0.2.1', '192.0.2.1'],
  ['two', 2, '203.0.113.9, 192.0.2.1 , 10.0.0.1', '192.0.2.1'],
  ['two, each with a line of its own', 2, ['192.0.2.1', '10.0.0.1'], '192.0.2.1'],
  ['two, and it came past one of them', 2, '192.0.2.1', null],
  ['one, and it came past it', 1, undefined, null],
  ['one that adds nothing', 1, '', null],
] as const)
  test(`the caller’s address: ${what} → ${address}`, () => {
    expect(clientAddress(proxies, '198.51.100.7', forwardedFor as string | string[] | undefined)).toBe(address)
  })

for (const [address, counted] of [
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['not an address', 'not an address'],
] as const)
  test(`${address} is counted as ${counted}`, () => {
    expect(limitedAddress(address)).toBe(counted)
  })
