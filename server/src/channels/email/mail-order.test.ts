import fc from 'fast-check'
import { expect, test } from 'vitest'
import { displayableOrder } from '../order.ts'
import { orderMarkup } from './mail-order.ts'

const script = /^<script type="application\/ld\+json">([^<>&]*)<\/script>$/
const parse = (reference: string | null, status: string | null, shop = 'Demo Shop'): unknown => {
  const markup = orderMarkup(displayableOrder(reference, status), shop)?.markup
  return markup === undefined ? null : JSON.parse(script.exec(markup)![1]!)
}

for (const [status, label, type] of [
  ['confirmed', 'Confirmed', 'OrderProcessing'],
  ['shipped', 'Shipped', 'OrderInTransit'],
  ['ready_for_pickup', 'Ready for pickup', 'OrderPickupAvailable'],
  ['delivered', 'Delivered', 'OrderDelivered'],
  ['cancelled', 'Cancelled', 'OrderCancelled'],
  ['refunded', 'Refunded', null],
  ['delayed', 'Delayed', null],
] as const)
  test(`${status} is displayed as ${label} and has the schema.org type ${type} (2.1)`, () => {
    expect(displayableOrder('A-1001', status).status?.label).toBe(label)
    expect(parse('A-1001', status)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Order',
      orderNumber: 'A-1001',
      ...(type !== null && { orderStatus: `https://schema.org/${type}` }),
      merchant: { '@type': 'Organization', name: 'Demo Shop' },
    })
  })

for (const status of ['lost', 'Shipped', '', 'constructor', '__proto__'])
  test(`the unrecognised status "${status}" is treated as none (2.1)`, () => {
    expect(displayableOrder('A-1001', status)).toEqual({ reference: 'A-1001', status: null })
    expect(parse('A-1001', status)).toBeNull()
  })

for (const reference of [null, 'shop.example/1', '1.2.3.4', '-1'])
  test(`the reference ${reference} is neither displayed nor part of the structured data (2.1)`, () => {
    expect(displayableOrder(reference, 'shipped').reference).toBeNull()
    expect(parse(reference, 'shipped')).toBeNull()
  })

test('no business name can end the script element, and every name is preserved', () => {
  const tokens = '</script> <!-- <script> ]]> & " \\ \\u003c \u2028 \u2029'.split(' ')
  const names = fc
    .array(fc.oneof(fc.constantFrom(...tokens), fc.string({ unit: 'binary' })))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(names, (name) => {
      expect(parse('A-1001', 'shipped', name)).toMatchObject({ merchant: { name } })
    }),
    { numRuns: 1000 },
  )
})
