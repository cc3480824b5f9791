import type { PushRequest } from '@tidings/client'

type Push = Omit<PushRequest, 'recipient_email'>
/** What the shop, the customer or the operator does. */
export type Act =
  | {
      kind: 'push'
      push: Push
      /** The new message makes the previous one of the order obsolete. */
      isReplacement?: boolean
      /** How often the mailbox provider refuses the email for now. */
      refusals?: number
    }
  | { kind: 'open' | 'read' | 'retract' | 'resend_text' | 'unsubscribe' | 'erase' | SettingAct }
  /** Retries and escalations of the last message that wait are sent at once. */
  | { kind: 'send_waiting' }
  | { kind: 'reply'; channel: 'sms' | 'whatsapp'; text: string }
  | { kind: 'set_phone'; phone: string }
/** Changes of the business, which come after everything before them. */
export const settingActs = ['use_up_credits', 'add_credits', 'limit_countries', 'allow_countries'] as const
type SettingAct = (typeof settingActs)[number]
type Step = { minutes: number; act: Act }
/** `minutes` are counted from the time at which the order was placed. What would be in the future has not happened. */
export type Order = { reference: string; recipient: string; placedMinutesAgo: number; steps: Step[] }

const [hour, day] = [60, 24 * 60]
const monthDays = 30
const ordersPerMonth = 220
const customerCount = 110
const firstReference = 20_400

/** A month of orders: those of a plain shop, and one or more for each thing that can go wrong. */
export function demoOrders(): Order[] {
  const ordinary = Array.from({ length: ordersPerMonth }, (_, index) => ordinaryOrder(index))
  return [...ordinary, ...remarkableOrders()].toSorted((one, two) => two.placedMinutesAgo - one.placedMinutesAgo)
}

type Customer = { email: string; phone: string | null }

const [firstNames, lastNames] = [
  'Amara Ben Chloe Dmitri Elena Farid Grace Hugo Ines Jonas Keiko Liam Maya Noor Olga Priya Ravi Sofia Tomas Yusuf',
  'Adeyemi Baker Costa Dubois Evans Fischer Garcia Haddad Ivanova Jensen Khan Larsen Moreau Novak Okafor Patel Quinn',
].map((names) => names.split(' ')) as [string[], string[]]
const domains = ['example.com', 'example.org', 'example.net']

/** No two have the same name. Three of five have a number, from the range that is reserved for fiction. */
function customerAt(index: number): Customer {
  const [first, last] = [firstNames[index % 20]!, lastNames[index % 17]!]
  return {
    email: `${first}.${last}@${domains[index % 3]}`.toLowerCase(),
    phone: index % 5 < 3 ? `+447700900${200 + index}` : null,
  }
}

/** The same number for the same order in every run, from 0 to 1. */
function draw(index: number, purpose: number): number {
  let bits = (index + 1) * 0x9e3779b1 + purpose * 0x85ebca6b
  for (const shift of [15, 13, 16]) bits = Math.imul(bits ^ (bits >>> shift), 0x2c1b3c6d)
  return (bits >>> 0) / 2 ** 32
}

const goods = [
  'Linen shirt',
  'Enamel mug, set of two',
  'Walnut cutting board',
  'Wool blanket',
  'Desk lamp',
  'Canvas backpack',
  'Teapot',
  'Running socks, three pairs',
]

function ordinaryOrder(index: number): Order {
  const customer = customerAt(Math.floor(draw(index, 1) ** 1.6 * customerCount))
  const reference = `A-${firstReference + index}`
  const position = (index + draw(index, 2)) / ordersPerMonth
  return {
    reference,
    recipient: customer.email,
    // The last order is half an hour old.
    placedMinutesAgo: Math.round((1 - position) * monthDays * day) + 30,
    steps: storyOf(index, reference, goods[Math.floor(draw(index, 3) * goods.length)]!, customer),
  }
}

/** Of a hundred orders, how many go like this. */
const stories: [share: number, stepsOf: (order: Facts) => Step[]][] = [
  [34, plainly],
  [24, withText],
  [16, withWhatsApp],
  [8, updatedLater],
  [6, escalationOpened],
  [3, escalationSent],
  [3, delayed],
  [3, forPickup],
  [2, cancelled],
  [1, withdrawn],
]
type Facts = { index: number; reference: string; item: string; customer: Customer }

function storyOf(index: number, reference: string, item: string, customer: Customer): Step[] {
  let remaining = draw(index, 4) * 100
  const [, stepsOf] = stories.find(([share]) => (remaining -= share) < 0) ?? stories[0]!
  return stepsOf({ index, reference, item, customer })
}

const step = (minutes: number, act: Act): Step => ({ minutes: Math.round(minutes), act })
const sent = (minutes: number, push: Push, more: { isReplacement?: boolean; refusals?: number } = {}): Step =>
  step(minutes, { kind: 'push', push, ...more })

const confirmed = ({ reference, item }: Facts): Push => ({
  subject: `Order ${reference} is confirmed`,
  body: `Thank you for your order ${reference}: ${item}.\nWe will write again when it leaves our warehouse.`,
  reference,
  order_status: 'confirmed',
  channels: ['email'],
})
const shipped = ({ reference, item }: Facts): Push => ({
  subject: `Order ${reference} is on its way`,
  body: `Your parcel has left our warehouse: ${item}.\nFollow it at https://carrier.example/track/${reference}`,
  reference,
  order_status: 'shipped',
  channels: ['email'],
})
const delivered = ({ reference }: Facts): Push => ({
  subject: `Order ${reference} was delivered`,
  body: `The carrier has delivered your parcel ${reference}.\nIs anything missing? Reply to this message and we will help.`,
  reference,
  order_status: 'delivered',
  channels: ['email'],
})
const byText = ({ customer }: Facts): Partial<Push> => ({
  ...(customer.phone !== null && { recipient_phone: customer.phone }),
  channels: ['email', 'sms'],
})
const byWhatsApp = ({ customer }: Facts): Partial<Push> => ({
  recipient_phone: customer.phone,
  channels: ['email', 'whatsapp'],
  whatsapp_opt_in: { source: 'checkout', wording: 'Send me updates about this order on WhatsApp.' },
})
/** Two of five customers open an email, between a few minutes and some hours after it. */
const perhapsOpened = ({ index }: Facts, minutes: number): Step[] =>
  draw(index, minutes) < 0.4 ? [step(minutes + 4 + draw(index, minutes + 1) * 5 * hour, { kind: 'open' })] : []

const shippedAt = ({ index }: Facts): number => (16 + draw(index, 5) * 16) * hour
const deliveredAt = (facts: Facts): number => shippedAt(facts) + (20 + draw(facts.index, 6) * 40) * hour

function plainly(facts: Facts): Step[] {
  return [
    sent(0, confirmed(facts)),
    ...perhapsOpened(facts, 0),
    sent(shippedAt(facts), shipped(facts)),
    ...perhapsOpened(facts, shippedAt(facts)),
    sent(deliveredAt(facts), delivered(facts)),
  ]
}

function withText(facts: Facts): Step[] {
  return [
    sent(0, confirmed(facts)),
    sent(shippedAt(facts), { ...shipped(facts), ...byText(facts) }),
    ...perhapsOpened(facts, shippedAt(facts)),
    sent(deliveredAt(facts), delivered(facts)),
  ]
}

function withWhatsApp(facts: Facts): Step[] {
  if (facts.customer.phone === null) return plainly(facts)
  return [
    sent(0, confirmed(facts)),
    sent(shippedAt(facts), { ...shipped(facts), ...byWhatsApp(facts) }),
    ...(facts.index % 3 > 0 ? [step(shippedAt(facts) + 7, { kind: 'read' })] : []),
    ...(facts.index % 8 === 0
      ? [
          step(shippedAt(facts) + 12, {
            kind: 'reply',
            channel: 'whatsapp',
            text: 'Thanks! Can you leave it with a neighbour?',
          }),
        ]
      : []),
    sent(deliveredAt(facts), delivered(facts)),
  ]
}

function updatedLater(facts: Facts): Step[] {
  const subject = `Your order ${facts.reference}`
  return [
    sent(0, { ...confirmed(facts), kind: 'updateable', subject }),
    sent(shippedAt(facts), { ...shipped(facts), kind: 'updateable', subject, notify: true }),
    ...perhapsOpened(facts, shippedAt(facts)),
    sent(deliveredAt(facts), { ...delivered(facts), kind: 'updateable', subject }),
  ]
}

const escalated = (facts: Facts): Push => ({
  ...shipped(facts),
  ...byText(facts),
  escalate_if_unread_after_minutes: 4 * hour,
})

function escalationOpened(facts: Facts): Step[] {
  return [
    sent(0, confirmed(facts)),
    sent(shippedAt(facts), escalated(facts)),
    step(shippedAt(facts) + 50, { kind: 'open' }),
    sent(deliveredAt(facts), delivered(facts)),
  ]
}

function escalationSent(facts: Facts): Step[] {
  return [
    sent(0, confirmed(facts)),
    sent(shippedAt(facts), escalated(facts)),
    step(shippedAt(facts) + 4 * hour, { kind: 'send_waiting' }),
    sent(deliveredAt(facts), delivered(facts)),
  ]
}

function delayed(facts: Facts): Step[] {
  const { reference } = facts
  return [
    sent(0, confirmed(facts)),
    sent(shippedAt(facts), shipped(facts)),
    sent(
      shippedAt(facts) + 30 * hour,
      {
        subject: `Order ${reference} is delayed`,
        body: 'According to the carrier, your parcel arrives two days later. We are sorry.',
        reference,
        order_status: 'delayed',
        channels: ['email'],
      },
      { isReplacement: true },
    ),
    ...perhapsOpened(facts, shippedAt(facts) + 30 * hour),
    sent(deliveredAt(facts) + 2 * day, delivered(facts)),
  ]
}

function forPickup(facts: Facts): Step[] {
  const { reference } = facts
  return [
    sent(0, confirmed(facts)),
    sent(shippedAt(facts), {
      ...byText(facts),
      subject: `Order ${reference} is ready for pickup`,
      body: 'Your order waits for you at our shop in Mill Street for seven days. Bring this message.',
      reference,
      order_status: 'ready_for_pickup',
    }),
    ...perhapsOpened(facts, shippedAt(facts)),
  ]
}

function cancelled(facts: Facts): Step[] {
  const { reference } = facts
  return [
    sent(0, confirmed(facts)),
    sent(5 * hour, {
      subject: `Order ${reference} is cancelled`,
      body: 'You asked us to cancel your order. We have not charged you.',
      reference,
      order_status: 'cancelled',
      channels: ['email'],
    }),
    sent(3 * day, {
      subject: `The refund of order ${reference}`,
      body: 'We have returned the amount to your card. It can take three days to arrive.',
      reference,
      order_status: 'refunded',
      channels: ['email'],
    }),
  ]
}

/** The shop pushed a wrong message and retracts it. */
function withdrawn(facts: Facts): Step[] {
  return [sent(0, confirmed(facts)), sent(2 * hour, delivered(facts)), step(2 * hour + 6, { kind: 'retract' })]
}

/** Orders that show one thing each. The simulator treats some of these addresses and numbers in a way of their own. */
function remarkableOrders(): Order[] {
  const orderOf = (
    reference: string,
    placedMinutesAgo: number,
    email: string,
    phone: string | null,
    steps: (facts: Facts) => Step[],
  ): Order => ({
    reference,
    recipient: email,
    // Not all at the same time of the day.
    placedMinutesAgo:
      placedMinutesAgo < day ? placedMinutesAgo : placedMinutesAgo + (Number(reference.slice(2)) % 97) * 5,
    steps: steps({
      index: placedMinutesAgo,
      reference,
      item: goods[reference.length % 8]!,
      customer: { email, phone },
    }),
  })
  const textAt = (facts: Facts, minutes: number, more: Partial<Push> = {}): Step =>
    sent(minutes, { ...shipped(facts), ...byText(facts), ...more })
  const whatsappAt = (facts: Facts, minutes: number, more: Partial<Push> = {}): Step =>
    sent(minutes, { ...shipped(facts), ...byWhatsApp(facts), ...more })
  return [
    orderOf('B-1001', 26 * day, 'bounced+helen.ward@simulator.example', null, plainly),
    orderOf('B-1002', 19 * day, 'complained+paul.marsh@simulator.example', null, plainly),
    orderOf('B-1003', 12 * day, 'unknown+rita.lund@simulator.example', null, (facts) => [sent(0, confirmed(facts))]),
    orderOf('B-1004', 9 * day, 'noah.brandt@example.com', null, (facts) => [
      sent(0, confirmed(facts), { refusals: 1 }),
      step(2, { kind: 'send_waiting' }),
      step(40, { kind: 'open' }),
    ]),
    orderOf('B-1005', 20, 'lena.vogel@example.com', null, (facts) => [sent(0, confirmed(facts), { refusals: 6 })]),
    orderOf('B-2001', 6 * day, 'oscar.lindqvist@example.com', '+447700900002', (facts) => [
      sent(0, confirmed(facts)),
      textAt(facts, day),
    ]),
    orderOf('B-2002', 5 * day, 'marta.kowalska@example.org', '+447700900003', (facts) => [textAt(facts, 0)]),
    orderOf('B-2003', 8 * day, 'samir.nasser@example.net', '+447700900004', (facts) => [textAt(facts, 0)]),
    orderOf('B-2004', 15 * day, 'julia.brook@example.com', '+447700900007', (facts) => [
      textAt(facts, 0),
      sent(2 * day, { ...delivered(facts), ...byText(facts) }),
    ]),
    orderOf('B-2005', 4 * day, 'peter.hale@example.com', null, (facts) => [
      sent(0, confirmed(facts)),
      textAt(facts, day),
    ]),
    orderOf('B-2006', 11 * day, 'nina.castle@example.org', '+12025550143', (facts) => [
      step(0, { kind: 'limit_countries' }),
      textAt(facts, 1),
      step(2, { kind: 'allow_countries' }),
    ]),
    orderOf('B-2007', 10 * day, 'adam.frost@example.com', '+447700900450', (facts) => [textAt(facts, 0)]),
    orderOf('B-2008', 7 * day, 'eve.frost@example.com', '+447700900450', (facts) => [textAt(facts, 0)]),
    orderOf('B-2009', 13 * day, 'claire.dupont@example.net', '+447700900451', (facts) => [
      sent(0, confirmed(facts)),
      step(day - 5, { kind: 'use_up_credits' }),
      textAt(facts, day),
      step(day + 15, { kind: 'add_credits' }),
    ]),
    orderOf('B-2010', 16 * day, 'tim.archer@example.com', null, (facts) => [
      textAt(facts, 0),
      step(3 * hour, { kind: 'set_phone', phone: '+447700900452' }),
      step(3 * hour + 2, { kind: 'resend_text' }),
    ]),
    orderOf('B-2011', 14 * day, 'rosa.field@example.com', '+447700900453', (facts) => [
      textAt(facts, 0),
      step(20, { kind: 'reply', channel: 'sms', text: 'When will it be here?' }),
      step(day, { kind: 'reply', channel: 'sms', text: 'STOP' }),
      sent(2 * day, { ...delivered(facts), ...byText(facts) }),
    ]),
    orderOf('B-3001', 3 * day, 'ivan.petrov@example.org', '+447700900005', (facts) => [
      whatsappAt(facts, 0, { sms_if_whatsapp_fails: true }),
    ]),
    orderOf('B-3002', 17 * day, 'anna.stein@example.com', '+447700900006', (facts) => [whatsappAt(facts, 0)]),
    orderOf('B-3003', 18 * day, 'leo.martin@example.com', '+447700900454', (facts) => [
      sent(0, { ...shipped(facts), recipient_phone: facts.customer.phone, channels: ['email', 'whatsapp'] }),
    ]),
    orderOf('B-3004', 2 * day, 'dora.nagy@example.net', '+447700900455', (facts) => [
      whatsappAt(facts, 0),
      step(3, { kind: 'read' }),
      step(9, { kind: 'reply', channel: 'whatsapp', text: 'Please deliver it after six.' }),
    ]),
    orderOf('B-3005', 12 * day, 'karl.weiss@example.com', '+447700900456', (facts) => [
      whatsappAt(facts, 0),
      step(30, { kind: 'reply', channel: 'whatsapp', text: 'STOP' }),
      sent(2 * day, { ...delivered(facts), ...byWhatsApp(facts) }),
    ]),
    orderOf('B-4001', 50, 'sue.porter@example.com', '+447700900457', (facts) => [sent(0, escalated(facts))]),
    orderOf('B-4002', day, 'emil.rask@example.org', '+447700900458', (facts) => [
      sent(0, escalated(facts)),
      step(35, { kind: 'open' }),
    ]),
    orderOf('B-4003', 3 * hour, 'ida.holm@example.com', '+447700900459', (facts) => [
      sent(0, { ...delivered(facts), ...byText(facts), send_at: tomorrowAtNine() }),
    ]),
    orderOf('B-4004', 90, 'max.keller@example.com', null, withdrawn),
    orderOf('B-4005', 21 * day, 'vera.simon@example.org', null, (facts) => [
      sent(0, confirmed(facts)),
      step(day, { kind: 'unsubscribe' }),
      sent(2 * day, shipped(facts)),
    ]),
    orderOf('B-4006', 24 * day, 'gone.customer@example.com', '+447700900460', (facts) => [
      textAt(facts, 0),
      sent(day, delivered(facts)),
      step(20 * day, { kind: 'erase' }),
    ]),
  ]
}

function tomorrowAtNine(): string {
  const nine = new Date()
  nine.setUTCHours(33, 0, 0, 0)
  return nine.toISOString()
}
