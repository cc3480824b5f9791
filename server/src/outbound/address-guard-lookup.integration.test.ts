import type { LookupAddress } from 'node:dns'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNameServer } from './address-guard.support.ts'
import { type AddressPolicy, checkUrl } from './address-guard.ts'
import { createGuardedLookup, createResolve, type Resolve } from './address-guard-lookup.ts'

const strict: AddressPolicy = { allowCidrs: [], exact: [] }
const lookUp = (host: string, resolve: Resolve, policy = strict): Promise<string | LookupAddress[]> =>
  new Promise((done) => {
    createGuardedLookup(policy, resolve)(host, { all: true }, (error, addresses) =>
      done(error === null ? addresses : error.code!),
    )
  })

describe('one denied address among several rejects the host', () => {
  for (const [addresses, expected] of [
    [['8.8.8.8'], [{ address: '8.8.8.8', family: 4 }]],
    [
      ['8.8.8.8', '2606:4700::1111'],
      [
        { address: '8.8.8.8', family: 4 },
        { address: '2606:4700::1111', family: 6 },
      ],
    ],
    [['10.1.2.3'], [{ address: '10.1.2.3', family: 4 }]],
    [['127.0.0.1'], 'BLOCKED_ADDRESS'],
    [['8.8.8.8', '169.254.169.254'], 'BLOCKED_ADDRESS'],
    [['169.254.169.254', '8.8.8.8'], 'BLOCKED_ADDRESS'],
    [['8.8.8.8', '::1'], 'BLOCKED_ADDRESS'],
    [['8.8.8.8', '::ffff:127.0.0.1'], 'BLOCKED_ADDRESS'],
    [['8.8.8.8', '10.2.0.1'], 'BLOCKED_ADDRESS'],
    [['8.8.8.8', 'localhost'], 'BLOCKED_ADDRESS'],
    [[], 'UNRESOLVED'],
  ] as const)
    test(`${addresses.join(' and ') || 'no address'} → ${typeof expected === 'string' ? expected : 'all of them'}`, async () => {
      const policy: AddressPolicy = { allowCidrs: ['10.1.0.0/16'], exact: [] }
      expect(await lookUp('shop.example.com', async () => [...addresses], policy)).toEqual(expected)
    })

  test('a resolver error → UNRESOLVED', async () => {
    expect(await lookUp('shop.example.com', () => Promise.reject(new Error('SERVFAIL')))).toBe('UNRESOLVED')
  })
})

test('a name that was public at its registration is checked again on every lookup', async () => {
  const responses = [['8.8.8.8'], ['169.254.169.254'], ['8.8.8.8']]
  const resolve: Resolve = async () => responses.shift()!
  expect(checkUrl('https://rebind.example.com/', strict)).toEqual({ url: new URL('https://rebind.example.com/') })
  expect([
    await lookUp('rebind.example.com', resolve),
    await lookUp('rebind.example.com', resolve),
    await lookUp('rebind.example.com', resolve),
  ]).toEqual([[{ address: '8.8.8.8', family: 4 }], 'BLOCKED_ADDRESS', [{ address: '8.8.8.8', family: 4 }]])
})

describe('names are resolved by the name servers', () => {
  let nameServer: Awaited<ReturnType<typeof startNameServer>>
  let resolve: Resolve
  beforeAll(async () => {
    nameServer = await startNameServer({
      'both.example': { 4: ['8.8.8.8', '8.8.4.4'], 6: ['2606:4700:0:0:0:0:0:1111'] },
      'four.example': { 4: ['8.8.8.8'], 6: [] },
      'six.example': { 4: [], 6: ['2606:4700:0:0:0:0:0:1111'] },
      'half.example': { 4: ['8.8.8.8'], 6: null },
      'none.example': { 4: [], 6: [] },
      'unresponsive.example': { 4: null, 6: null },
    })
    resolve = createResolve(nameServer.newResolver, 300)
  })
  afterAll(() => nameServer.close())

  for (const [host, addresses] of [
    ['both.example', ['2606:4700::1111', '8.8.4.4', '8.8.8.8']],
    ['four.example', ['8.8.8.8']],
    ['six.example', ['2606:4700::1111']],
    ['half.example', ['8.8.8.8']],
    ['none.example', []],
    ['unresponsive.example', []],
    ['unknown.example', []],
  ] as const)
    test(`${host} → ${addresses.join(', ') || 'no address'}`, async () => {
      expect((await resolve(host)).toSorted()).toEqual(addresses)
    })

  test('an unresponsive name server does not delay the resolution of other names', async () => {
    const order: string[] = []
    const resolveInOrder = async (host: string): Promise<void> => {
      await resolve(host)
      order.push(host)
    }
    await Promise.all([
      ...Array.from({ length: 20 }, () => resolveInOrder('unresponsive.example')),
      resolveInOrder('four.example'),
    ])
    expect(order[0]).toBe('four.example')
  })
})
