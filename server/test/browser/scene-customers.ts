import type { Shop } from '../support/client.ts'
import { type Customer, newCustomer, push } from './customers.ts'

/** A shipped order, an order with an obsolete message, an updated message and a retracted one. */
export async function ordinaryCustomer(shop: Shop): Promise<Customer> {
  const customer = await newCustomer(shop, {
    subject: 'We have your order',
    body: 'Thank you, Ada!\n\nWe are packing two wool blankets and will write again when they leave us.',
    reference: '#1042',
    order_status: 'confirmed',
  })
  const window = { kind: 'updateable', subject: 'Your delivery window', reference: '#1042', notify: false }
  await push(customer, { ...window, body: 'Between nine and twelve on Tuesday.' })
  const wrong = await push(customer, {
    subject: 'Your invoice',
    body: 'Please pay at once.',
    reference: '#1038',
    notify: false,
  })
  await shop.call('POST', `/api/v1/messages/${wrong.id}/retract`, { headers: { 'Idempotency-Key': wrong.id } })
  const delayed = await push(customer, {
    subject: 'Your chair is late',
    body: 'The workshop needs another week.',
    reference: '#1038',
    order_status: 'delayed',
    notify: false,
  })
  await push(customer, {
    subject: 'Your chair can be collected',
    body: 'Bring the number of the order. We are there until six.',
    reference: '#1038',
    order_status: 'ready_for_pickup',
    obsoletes: [delayed.id],
    notify: false,
  })
  await push(customer, {
    subject: 'Your parcel is on its way',
    body: 'It left our workshop today.\nFollow it: https://track.example/parcels/8842-1187.',
    reference: '#1042',
    order_status: 'shipped',
    notify: false,
  })
  await push(customer, { ...window, body: 'Between two and five on Wednesday.' })
  return customer
}

/** More messages than fit on a page, with words, links and subjects that have no line break opportunity. */
export async function longCustomer(shop: Shop): Promise<Customer> {
  const customer = await newCustomer(shop, { subject: 'The first one' })
  for (let number = 1; number <= 25; number++)
    await push(customer, {
      subject:
        number % 3 === 0 ? 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(2) : `Parcel ${number} of 25`,
      body: [
        'Your parcel has left our warehouse today. '.repeat(number),
        `https://track.example/${'a-very-long-path-'.repeat(8)}?parcel=${number}`,
        'x'.repeat(200),
      ].join('\n\n'),
      reference: `ORDER-${'0'.repeat(20)}${number % 5}`,
      order_status: 'shipped',
      notify: false,
    })
  return customer
}

export async function rightToLeftCustomer(shop: Shop): Promise<Customer> {
  const customer = await newCustomer(shop, {
    subject: 'طلبك في الطريق',
    body: 'مرحبا آدا،\nغادر طلبك مستودعنا اليوم: https://track.example/8842 وسيصل غدا.',
    reference: '#1042',
    order_status: 'shipped',
  })
  await push(customer, {
    subject: 'ההזמנה שלך מוכנה (Order 1042)',
    body: 'אפשר לאסוף אותה עד 18:00.\nThe door code is 4711.',
    reference: '#1043',
    order_status: 'ready_for_pickup',
    notify: false,
  })
  return customer
}
