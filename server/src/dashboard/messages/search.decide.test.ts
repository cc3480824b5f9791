import { expect, test } from 'vitest'
import { readSearch } from './search.decide.ts'

const order = (references: string[], digits: string | null = null) => ({ kind: 'order', references, digits })
const id = 'msg_01JC3Z6V6Q8K3T2Y5W9X7N4M1B'

for (const [typed, expected] of [
  ['', { kind: 'none' }],
  ['  \u0000 ', { kind: 'none' }],
  [id, { kind: 'message', publicId: id }],
  [` ${id.toLowerCase()} `, { kind: 'message', publicId: id }],
  ['msg_short', order(['msg_short', 'MSG_SHORT', '#msg_short', '#MSG_SHORT'])],
  [`\u200B${id}\u200B`, { kind: 'message', publicId: id }],
  ['Ana@Shop.Example', { kind: 'address', address: 'Ana@Shop.Example' }],
  ['ana@two words.example', order([])],
  ['#A-1001', order(['A-1001', 'a-1001', '#A-1001', '#a-1001'])],
  ['# A-1001', order(['A-1001', 'a-1001', '#A-1001', '#a-1001'])],
  ['a-1001', order(['a-1001', 'A-1001', '#a-1001', '#A-1001'])],
  ['ORD-7F3A', order(['ORD-7F3A', 'ord-7f3a', '#ORD-7F3A', '#ord-7f3a'])],
  ['Ord-7f', order(['Ord-7f', 'ORD-7F', 'ord-7f', '#Ord-7f', '#ORD-7F', '#ord-7f'])],
  ['#1001', order(['1001', '#1001'])],
  ['1001', order(['1001', '#1001'], '1001')],
  ['0042', order(['0042', '#0042'], '0042')],
  ['123', order(['123', '#123'])],
  ['+34 612 345-678', order([], '34612345678')],
  ['\u202A+34 612 345 678\u202C', order([], '34612345678')],
  ['+44 (0)7700 900123', order([], '447700900123')],
  ['1234567890123456', order(['1234567890123456', '#1234567890123456'])],
  ['#', order([])],
] as const)
  test(`${JSON.stringify(typed)} is searched as ${JSON.stringify(expected)}`, () => {
    expect(readSearch(typed)).toEqual(expected)
  })

test('a longer text is cut to the longest reference', () => {
  const search = readSearch('7-'.repeat(1000))
  expect(search).toEqual(order(['7-'.repeat(500), `#${'7-'.repeat(500)}`]))
})
