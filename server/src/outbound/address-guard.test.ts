import { describe, expect, test } from 'vitest'
import { type AddressPolicy, checkUrl, isAllowed, parseCidrs } from './address-guard.ts'

const deniedPort = 'the port must not be 0 or one of mail (25, 465, 587)'

const strict: AddressPolicy = { allowCidrs: [], exact: [] }
const rejection = (text: string, policy = strict): string | null => {
  const result = checkUrl(text, policy)
  return 'error' in result ? `${result.error.type}: ${result.error.msg}` : null
}

describe('an address that is not public is rejected in every notation', () => {
  for (const host of [
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '127.0.1',
    '2130706433',
    '017700000001',
    '0177.0.0.1',
    '0x7f000001',
    '0x7f.0.0.1',
    '0x7F.1',
    '１２７.0.0.1',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '127.0.0.1\t',
    '0',
    '0.0.0.0',
    '10.0.0.1',
    '10.1',
    '172.16.0.1',
    '192.168.0.1',
    '0300.0250.0.1',
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:a9fe:a9fe]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::8.8.8.8]',
    '[64:ff9b:1::a00:1]',
    '[2002:7f00:1::]',
    '[2002:808:808::]',
    '[2001::7f00:1]',
    '[fe80::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    '[4000::1]',
  ])
    test(JSON.stringify(host), () => {
      expect(rejection(`https://${host}/hook`)).toBe('value_error: Value error, the address must be public')
    })
})

describe('a URL is rejected (2.12)', () => {
  for (const [text, reason] of [
    ['', 'url_parsing: Input should be a valid URL'],
    ['shop.example.com/hook', 'url_parsing: Input should be a valid URL'],
    ['https://', 'url_parsing: Input should be a valid URL'],
    ['https://256.0.0.1/', 'url_parsing: Input should be a valid URL'],
    ['https://127.0.0.1:99999/', 'url_parsing: Input should be a valid URL'],
    ['https://[fe80::1%25eth0]/', 'url_parsing: Input should be a valid URL'],
    ['http://shop.example.com/hook', "url_scheme: URL scheme should be 'https'"],
    ['file:///etc/passwd', "url_scheme: URL scheme should be 'https'"],
    ['javascript:alert(1)', "url_scheme: URL scheme should be 'https'"],
    ['https://ada@shop.example.com/', 'value_error: Value error, the URL must not contain a user name or password'],
    ['https://:secret@shop.example.com/', 'value_error: Value error, the URL must not contain a user name or password'],
    ['https://8.8.8.8@127.0.0.1/', 'value_error: Value error, the URL must not contain a user name or password'],
    ['https://shop.example.com/#top', 'value_error: Value error, the URL must not have a fragment'],
    ['https://shop.example.com/#', 'value_error: Value error, the URL must not have a fragment'],
    ['https://shop.example.com:0/', `value_error: Value error, ${deniedPort}`],
    ['https://shop.example.com:25/', `value_error: Value error, ${deniedPort}`],
    ['https://shop.example.com:465/', `value_error: Value error, ${deniedPort}`],
    ['https://shop.example.com:587/', `value_error: Value error, ${deniedPort}`],
    ['https://shop.example.com./', 'value_error: Value error, the host must not end with a dot'],
    ['https://localhost./', 'value_error: Value error, the host must not end with a dot'],
    ['https://localhost/', 'value_error: Value error, the host must be a public name'],
    ['https://LOCALHOST:8443/', 'value_error: Value error, the host must be a public name'],
    ['https://intranet/', 'value_error: Value error, the host must be a public name'],
    ['https://shop.localhost/', 'value_error: Value error, the host must be a public name'],
    ['https://printer.local/', 'value_error: Value error, the host must be a public name'],
    ['https://metadata.google.internal/', 'value_error: Value error, the host must be a public name'],
    [
      `https://shop.example.com/${'a'.repeat(2024)}`,
      'value_error: Value error, the URL must have at most 2048 characters',
    ],
    // Short as written, but too long when percent-encoded.
    [
      `https://shop.example.com/${'é'.repeat(400)}`,
      'value_error: Value error, the URL must have at most 2048 characters',
    ],
  ] as const)
    test(`${text.slice(0, 50)} → ${reason}`, () => {
      expect(rejection(text)).toBe(reason)
    })
})

describe('a public HTTPS URL is accepted (2.12)', () => {
  for (const [text, href] of [
    ['https://shop.example.com', 'https://shop.example.com/'],
    ['HTTPS://Shop.Example.com:443/hook?x=1', 'https://shop.example.com/hook?x=1'],
    ['https://shop.example.com:1024/hook', 'https://shop.example.com:1024/hook'],
    ['https://shop.example.com:444/hook', 'https://shop.example.com:444/hook'],
    ['https://shop.example.com:1/hook', 'https://shop.example.com:1/hook'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://0x08080808/', 'https://8.8.8.8/'],
    ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
    ['https://[::ffff:8.8.8.8]/', 'https://[::ffff:808:808]/'],
    ['https://local.example.com/', 'https://local.example.com/'],
    [`https://shop.example.com/${'a'.repeat(2023)}`, `https://shop.example.com/${'a'.repeat(2023)}`],
  ] as const)
    test(text.slice(0, 50), () => {
      expect(checkUrl(text, strict)).toEqual({ url: new URL(href) })
    })
})

describe('a receiver in development is accepted by exact host and port', () => {
  const policy: AddressPolicy = {
    allowCidrs: [],
    exact: [
      { host: '127.0.0.1', port: 8443 },
      { host: '::1', port: 443 },
      { host: 'localhost', port: 943 },
    ],
  }
  for (const [text, reason] of [
    ['https://127.0.0.1:8443/', null],
    ['https://2130706433:8443/', null],
    ['https://[::1]/', null],
    ['https://localhost:943/', null],
    ['https://127.0.0.1:8444/', 'value_error: Value error, the address must be public'],
    ['https://127.0.0.2:8443/', 'value_error: Value error, the address must be public'],
    ['https://[::1]:8443/', 'value_error: Value error, the address must be public'],
    ['https://localhost:8443/', 'value_error: Value error, the host must be a public name'],
    ['http://127.0.0.1:8443/', "url_scheme: URL scheme should be 'https'"],
    ['https://ada@127.0.0.1:8443/', 'value_error: Value error, the URL must not contain a user name or password'],
  ] as const)
    test(`${text} → ${reason ?? 'accepted'}`, () => {
      expect(rejection(text, policy)).toBe(reason)
    })
})

describe('an operator may allow a private network', () => {
  const policy: AddressPolicy = { allowCidrs: ['10.1.0.0/16', 'fd00:1::/32'], exact: [] }
  for (const [text, reason] of [
    ['https://10.1.255.255/', null],
    ['https://[::ffff:10.1.0.1]/', null],
    ['https://[fd00:1::1]/', null],
    ['https://8.8.8.8/', null],
    ['https://receiver.internal/', null],
    ['https://receiver/', null],
    ['https://receiver:25/', `value_error: Value error, ${deniedPort}`],
    ['https://10.2.0.1/', 'value_error: Value error, the address must be public'],
    ['https://[fd00:2::1]/', 'value_error: Value error, the address must be public'],
    ['https://127.0.0.1/', 'value_error: Value error, the address must be public'],
  ] as const)
    test(`${text} → ${reason ?? 'accepted'}`, () => {
      expect(rejection(text, policy)).toBe(reason)
    })
})

describe('only globally routable unicast is public, checked at the boundaries of every network', () => {
  for (const [network, before, first, last, after] of [
    ['this network', null, '0.0.0.0', '0.255.255.255', '1.0.0.0'],
    ['private', '9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
    ['carrier NAT', '100.63.255.255', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
    ['loopback', '126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
    ['link-local', '169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
    ['private', '172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
    ['protocol assignments', '191.255.255.255', '192.0.0.0', '192.0.0.255', '192.0.1.0'],
    ['documentation', '192.0.1.255', '192.0.2.0', '192.0.2.255', '192.0.3.0'],
    ['6to4 relays', '192.88.98.255', '192.88.99.0', '192.88.99.255', '192.88.100.0'],
    ['private', '192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
    ['benchmarking', '198.17.255.255', '198.18.0.0', '198.19.255.255', '198.20.0.0'],
    ['documentation', '198.51.99.255', '198.51.100.0', '198.51.100.255', '198.51.101.0'],
    ['documentation', '203.0.112.255', '203.0.113.0', '203.0.113.255', '203.0.114.0'],
    ['multicast, reserved and broadcast', '223.255.255.255', '224.0.0.0', '255.255.255.255', null],
    ['below global unicast', null, '::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2000::'],
    ['Teredo and other assignments', '2000:ffff::', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:200::'],
    ['documentation', '2001:db7:ffff::', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db9::'],
    ['6to4', '2001:ffff::', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2003::'],
    ['documentation', '3ffe:ffff::', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:1000::'],
    ['above global unicast', '3fff:ffff::', '4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null],
  ] as const)
    test(`${network}: ${first} to ${last}`, () => {
      const rows = [before, first, last, after].map((address) => address && isAllowed(address, strict))
      expect(rows).toEqual([before && true, false, false, after && true])
    })

  for (const address of ['', 'shop.example.com', '8.8.8', '134744072', '08.8.8.8', '[2606:4700::1111]', '8.8.8.8/32'])
    test(`${JSON.stringify(address)} is not an address`, () => {
      expect(isAllowed(address, strict)).toBe(false)
    })
})

describe('a list of networks', () => {
  for (const [text, cidrs] of [
    ['10.0.0.0/8', ['10.0.0.0/8']],
    ['10.1.0.0/16, fd00::/8 ,192.168.1.1/32', ['10.1.0.0/16', 'fd00::/8', '192.168.1.1/32']],
    ['', undefined],
    ['10.0.0.0/8,', undefined],
    ['10.0.0.0', undefined],
    ['10.0.0.0/33', undefined],
    ['10.0.0.0/', undefined],
    ['10.0.0.0/-1', undefined],
    ['10.0.0.0/8/8', undefined],
    ['010.0.0.0/8', undefined],
    ['10.0/16', undefined],
    ['10.0.0.1/8', undefined],
    ['fd00::1/8', undefined],
    ['fd00::/129', undefined],
    ['0.0.0.0/0', undefined],
    ['0.0.0.0/00', undefined],
    ['::/0', undefined],
    ['10.0.0.0/8,::/0', undefined],
    ['receiver.internal', undefined],
  ] as const)
    test(`${JSON.stringify(text)} → ${cidrs?.join(' and ') ?? 'rejected'}`, () => {
      expect(parseCidrs(text)).toEqual(cidrs)
    })
})
