import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spelledHosts } from './email.support.ts'
import { emailIdentity, emailProblem, normaliseEmail } from './email.ts'

for (const address of [
  'ada@example.com',
  ' Ada+Orders@Example.COM ',
  'a.b@x.co',
  'o/brien@example.com',
  "o'brien@example.com",
  'ada@bücher.example',
  'ada@xn--bcher-kva.example',
  `${'x'.repeat(64)}@example.com`,
])
  test(`${address} is an address (2.1)`, () => {
    expect(emailProblem(address)).toBeNull()
  })

for (const address of [
  '',
  ' ',
  'ada',
  '@example.com',
  'ada@',
  'ada@localhost',
  'a@b@example.com',
  'a da@example.com',
  'ada@exa mple.com',
  'ada@example.com\r\nBcc: x@example.com',
  'Ada <ada@example.com>',
  '"a b"@example.com',
  'ädä@example.com',
  '.ada@example.com',
  'ada.@example.com',
  'a..b@example.com',
  'ada@-x.com',
  'ada@x_y.com',
  'ada@1.2.3.4',
  'ada@[127.0.0.1]',
  'ada@example.com.',
  'ada@example.com\u3002',
  'ada@\uff11.\uff12.\uff13.\uff14',
  'ada@1.0x1',
  'ada@\u00ad.example',
  'ada@\u00ad',
  'ada@exam\u0001ple.com',
  `ada@${'\u00fc.'.repeat(40)}example`,
  `${'x'.repeat(65)}@example.com`,
  `a@${`${'x'.repeat(60)}.`.repeat(5)}com`,
])
  test(`${JSON.stringify(address.slice(0, 60))} is not an address (2.1)`, () => {
    expect(emailProblem(address)).not.toBeNull()
  })

test('an address is trimmed and lower-cased (2.1)', () => {
  expect(normaliseEmail('\t ADA@Example.com ')).toBe('ada@example.com')
})

describe('one mailbox has one identity (2.1)', () => {
  for (const [address, identity, shown] of [
    ['\t ADA@Example.com ', 'ada@example.com', 'ada@example.com'],
    ['ada@\uff53hop.example', 'ada@shop.example', 'ada@\uff53hop.example'],
    ['ada@shop\u3002example', 'ada@shop.example', 'ada@shop\u3002example'],
    ['ada@sh\u00adop.example', 'ada@shop.example', 'ada@sh\u00adop.example'],
    ['ada@B\u00dcCHER.example', 'ada@xn--bcher-kva.example', 'ada@b\u00fccher.example'],
    ['ada@XN--BCHER-KVA.example', 'ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
    ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example', 'ada@bu\u0308cher.example'],
    ['ada@\u039f\u0394\u039f\u03a3.example', 'ada@xn--pxavbq.example', 'ada@\u03bf\u03b4\u03bf\u03c3.example'],
    ['ada@stra\u00dfe.example', 'ada@xn--strae-oqa.example', 'ada@stra\u00dfe.example'],
    ['ada@strasse.example', 'ada@strasse.example', 'ada@strasse.example'],
    ['\u212aate@shop.example', 'kate@shop.example', 'kate@shop.example'],
  ] as const)
    test(`${JSON.stringify(address)} is ${identity}`, () => {
      expect([emailProblem(address), emailIdentity(address), normaliseEmail(address)]).toEqual([null, identity, shown])
    })

  for (const text of ['ada', 'ada@', 'ada@shop.example/x', 'ada@shop.example:25', 'ada@exam\u0001ple.com'])
    test(`${JSON.stringify(text)} is not an address, and neither is its identity`, () => {
      expect(emailProblem(emailIdentity(text))).not.toBeNull()
    })

  test('every spelling of a host has the same identity; the identity and the displayed form have it too', () => {
    fc.assert(
      fc.property(spelledHosts(1), ({ host, spellings: [spelling] }) => {
        const [one, other] = [`ada@${host}`, ` Ada@${spelling} `]
        const identity = `ada@${domainToASCII(host)}`
        expect([emailProblem(one), emailProblem(other)]).toEqual([null, null])
        expect([emailIdentity(one), emailIdentity(other)]).toEqual([identity, identity])
        expect([emailIdentity(emailIdentity(other)), emailIdentity(normaliseEmail(other))]).toEqual([
          identity,
          identity,
        ])
        expect(normaliseEmail(normaliseEmail(other))).toBe(normaliseEmail(other))
      }),
      { numRuns: 2_000 },
    )
  })

  test('an address in ASCII is its own identity, so that stored ASCII addresses need no conversion', () => {
    const part = fc.stringMatching(/^(xn--|0x)?[a-z0-9-]{1,12}$/)
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 4 }), (labels) => {
        const address = `ada@${labels.join('.')}`
        if (emailProblem(address) === null) expect(emailIdentity(address)).toBe(address)
      }),
      { numRuns: 5_000 },
    )
  })

  test('lower-casing a letter never changes the host that UTS #46 maps it to', () => {
    const differing = Array.from({ length: 0x10ffff }, (_, index) => index + 1)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => String.fromCodePoint(point))
      .filter((letter) => letter.toLowerCase() !== letter)
      .filter((letter) => domainToASCII(`a${letter}.example`) !== domainToASCII(`a${normaliseEmail(letter)}.example`))
    expect(differing).toEqual([])
  })
})
