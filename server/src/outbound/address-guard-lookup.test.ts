import type { LookupAddress } from 'node:dns'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNameServer } from './address-guard.support.ts'
import { type AddressPolicy, judgeUrl } from './address-guard.ts'
import { createGuardedLookup, createResolve, type Resolve } from './address-guard-lookup.ts'

const strict: AddressPolicy = { allowCidrs: [], exact: [] }
const lookUp = (host: string, resolve: Resolve, policy = strict): Promise<string | LookupAddress[]> =>
  new Promise((done) => {
    createGuardedLookup(policy, resolve)(host, { all: true }, (error, answer) =>
      done(error === null ? answer : error.code!),
    )
  })

describe('any denied address among several refuses the host', () => {
  for (const [addresses, answer] of [
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
    test(`${addresses.join(' and ') || 'no address'} → ${typeof answer === 'string' ? answer : 'all of them'}`, async () => {
      const policy: AddressPolicy = { allowCidrs: ['10.1.0.0/16'], exact: [] }
      expect(await lookUp('shop.example.com', async () => [...addresses], policy)).toEqual(answer)
    })

  test('a resolver that fails has not resolved', async () => {
    expect(await lookUp('shop.example.com', () => Promise.reject(new Error('SERVFAIL')))).toBe('UNRESOLVED')
  })
})

test('a name that was public when it was registered is judged again on every look-up', async () => {
  const answers = [['8.8.8.8'], ['169.254.169.254'], ['8.8.8.8']]
  const resolve: Resolve = async () => answers.shift()!
  expect(judgeUrl('https://rebind.example.com/', strict)).toEqual({ url: new URL('https://rebind.example.com/') })
  expect([
    await lookUp('rebind.example.com', resolve),
    await lookUp('rebind.example.com', resolve),
    await lookUp('rebind.example.com', resolve),
  ]).toEqual([[{ address: '8.8.8.8', family: 4 }], 'BLOCKED_ADDRESS', [{ address: '8.8.8.8', family: 4 }]])
})

describe('names are asked of the name servers', () => {
  let nameServer: Awaited<ReturnType<typeof startNameServer>>
  let resolve: Resolve
  beforeAll(async () => {
    nameServer = await startNameServer({
      'both.example': { 4: ['8.8.8.8', '8.8.4.4'], 6: ['2606:4700:0:0:0:0:0:1111'] },
      'four.example': { 4: ['8.8.8.8'], 6: [] },
      'six.example': { 4: [], 6: ['2606:4700:0:0:0:0:0:1111'] },
      'half.example': { 4: ['8.8.8.8'], 6: null },
      'none.example': { 4: [], 6: [] },
      'silent.example': { 4: null, 6: null },
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
    ['silent.example', []],
    ['unknown.example', []],
  ] as const)
    test(`${host} → ${addresses.join(', ') || 'nothing'}`, async () => {
      expect((await resolve(host)).toSorted()).toEqual(addresses)
    })

  test('a silent name server does not hold up the names of others', async () => {
    const order: string[] = []
    const ask = async (host: string): Promise<void> => {
      await resolve(host)
      order.push(host)
    }
    await Promise.all([...Array.from({ length: 20 }, () => ask('silent.example')), ask('four.example')])
    expect(order[0]).toBe('four.example')
  })
})
