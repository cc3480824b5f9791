import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderOf } from '../order.ts'
import { orderMarkup } from './mail-order.ts'

const script = /^<script type="application\/ld\+json">([^<>&]*)<\/script>$/
const read = (reference: string | null, status: string | null, shop = 'Demo Shop'): unknown => {
  const markup = orderMarkup(orderOf(reference, status), shop)?.markup
  return markup === undefined ? null : JSON.parse(script.exec(markup)![1]!)
}

for (const [status, words, type] of [
  ['confirmed', 'Confirmed', 'OrderProcessing'],
  ['shipped', 'Shipped', 'OrderInTransit'],
  ['ready_for_pickup', 'Ready for pickup', 'OrderPickupAvailable'],
  ['delivered', 'Delivered', 'OrderDelivered'],
  ['cancelled', 'Cancelled', 'OrderCancelled'],
  ['refunded', 'Refunded', null],
  ['delayed', 'Delayed', null],
] as const)
  test(`${status} is shown as ${words} and told to programs as ${type} (2.1)`, () => {
    expect(orderOf('A-1001', status).status?.words).toBe(words)
    expect(read('A-1001', status)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Order',
      orderNumber: 'A-1001',
      ...(type !== null && { orderStatus: `https://schema.org/${type}` }),
      merchant: { '@type': 'Organization', name: 'Demo Shop' },
    })
  })

for (const status of ['lost', 'Shipped', '', 'constructor', '__proto__'])
  test(`the unrecognised status "${status}" is treated as none (2.1)`, () => {
    expect(orderOf('A-1001', status)).toEqual({ reference: 'A-1001', status: null })
    expect(read('A-1001', status)).toBeNull()
  })

for (const reference of [null, 'shop.example/1', '1.2.3.4', '-1'])
  test(`the reference ${reference} is neither displayed nor told to programs (2.1)`, () => {
    expect(orderOf(reference, 'shipped').reference).toBeNull()
    expect(read(reference, 'shipped')).toBeNull()
  })

test('no name ends the script element, and every name arrives whole', () => {
  const tokens = '</script> <!-- <script> ]]> & " \\ \\u003c \u2028 \u2029'.split(' ')
  const names = fc.array(fc.oneof(fc.constantFrom(...tokens), fc.string({ unit: 'binary' }))).map((all) => all.join(''))
  fc.assert(
    fc.property(names, (name) => {
      expect(read('A-1001', 'shipped', name)).toMatchObject({ merchant: { name } })
    }),
    { numRuns: 1000 },
  )
})
