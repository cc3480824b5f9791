import { expect, test } from 'vitest'
import { createSignInLimits } from './sign-in-limits.ts'

const requests = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
/** More requests than all clients together may make. */
const flood = requests(400)

test('who asks for many links stops neither passkeys nor the provider nor a link that was mailed', () => {
  const limits = createSignInLimits()
  const waits = flood.map((index) => limits.take('mail', `192.0.2.${index % 250}`, `${index}@shop.example`))
  expect(waits.at(-1)).toBeGreaterThan(0)
  expect(limits.take('mail', '198.51.100.1', 'ana@shop.example')).toBeGreaterThan(0)
  expect([
    limits.take('passkey', '198.51.100.1'),
    limits.take('openid', '198.51.100.1'),
    limits.takeLink('a link', '198.51.100.1'),
  ]).toEqual([0, 0, 0])
})

test('without the addresses of clients one link is opened thirty times at once, and others are not affected', () => {
  const limits = createSignInLimits()
  const waits = requests(31).map(() => limits.takeLink('a link', null))
  expect(waits.slice(0, 30)).toEqual(requests(30).map(() => 0))
  expect(waits[30]).toBeGreaterThan(0)
  expect(limits.takeLink('another link', null)).toBe(0)
})

test('an address asks five times for a mailbox, and another address is not affected', () => {
  const limits = createSignInLimits()
  const ask = (address: string): number => limits.take('mail', address, 'ana@shop.example')
  expect(requests(5).map(() => ask('192.0.2.1'))).toEqual(requests(5).map(() => 0))
  expect(ask('192.0.2.1')).toBeGreaterThan(600)
  expect(ask('192.0.2.2')).toBe(0)
})
