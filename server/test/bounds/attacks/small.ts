import { composeKey } from '../../../src/keys/key-format.ts'
import type { Attack } from '../attack.ts'
import { headOf, jsonAs, repeat, requestOf } from '../exchange.ts'

const [keys, addresses] = [1000, 16]

/** Many small parts: keys, chunks, parameters and headers. */
export const smallAttacks: Attack[] = [
  {
    name: 'wrong-keys',
    title: `well-formed unknown keys from ${addresses} addresses, as fast as they are refused`,
    start(target) {
      const secretOf = (index: number): Buffer => Buffer.alloc(32, `wrong key ${index}`)
      const requests = Array.from({ length: keys }, (_, index) =>
        requestOf('GET', '/api/v1/credits', { Authorization: `Bearer ${composeKey('live', '00', secretOf(index))}` }),
      )
      const addressOf = (index: number): string => `127.0.0.${2 + index}`
      repeat(target, requests, { connections: addresses, pauseMilliseconds: 0, addressOf })
    },
  },
  {
    name: 'one-byte-chunks',
    title: 'pushes of 1 MB in chunks of one byte, 4 connections',
    start(target) {
      const head = headOf('POST', '/api/v1/messages', { ...jsonAs(target), 'Transfer-Encoding': 'chunked' })
      const body = Buffer.from(`${'1\r\n \r\n'.repeat(1_000_000)}0\r\n\r\n`)
      repeat(target, [{ head, body }], { connections: 4, pauseMilliseconds: 50 })
    },
  },
  {
    name: 'many-parameters',
    title: 'queries of 7,000 parameters and heads of 1,500 lines, 8 connections',
    start(target) {
      const authorization = { Authorization: `Bearer ${target.apiKey}` }
      const query = requestOf('GET', `/api/v1/messages?${'a&'.repeat(7_000)}limit=1`, authorization)
      const lines = Array.from({ length: 1_500 }, (_, index): [string, string] => [`a${index}`, ''])
      const head = requestOf('GET', '/api/v1/messages', { ...authorization, ...Object.fromEntries(lines) })
      repeat(target, [query, head], { connections: 8, pauseMilliseconds: 0 })
    },
  },
]
