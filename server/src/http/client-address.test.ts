import { expect, test } from 'vitest'
import { clientAddress, limitedAddress } from './client-address.ts'

for (const [what, proxies, forwardedFor, address] of [
  ['unknown number of proxies', null, '192.0.2.1', null],
  ['no proxy: the header is ignored', 0, '192.0.2.1', '198.51.100.7'],
  ['one proxy', 1, '192.0.2.1', '192.0.2.1'],
  ['one proxy and a forged entry of the client', 1, '203.0.113.9, 192.0.2.1', '192.0.2.1'],
  ['two proxies', 2, '203.0.113.9, 192.0.2.1 , 10.0.0.1', '192.0.2.1'],
  ['two proxies that each add a header line', 2, ['192.0.2.1', '10.0.0.1'], '192.0.2.1'],
  ['two proxies, one of which was bypassed', 2, '192.0.2.1', null],
  ['one proxy that was bypassed', 1, undefined, null],
  ['one proxy that adds nothing', 1, '', null],
] as const)
  test(`client address with ${what} → ${address}`, () => {
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
