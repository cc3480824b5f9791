/** One step of a demo order: the push, and what the recipient does after it. */
export type Step = {
  push: Record<string, unknown>
  /** The recipient opens the email in the inbox. */
  isOpened?: boolean
  /** The recipient writes this back to the text. */
  reply?: string
  isRetracted?: boolean
}
export type Order = { reference: string; recipient: string; steps: Step[] }

type Person = { name: string; phone?: string }

const people: Person[] = [
  { name: 'ada.lovelace' },
  { name: 'alan.turing', phone: '+447700900101' },
  { name: 'grace.hopper', phone: '+447700900102' },
  { name: 'katherine.johnson', phone: '+447700900103' },
  { name: 'edsger.dijkstra' },
  { name: 'barbara.liskov', phone: '+447700900104' },
  { name: 'donald.knuth' },
  { name: 'radia.perlman', phone: '+447700900105' },
]

const progress = [
  ['confirmed', 'Order confirmed', 'Thank you. We have your order and will write again when it leaves the warehouse.'],
  ['shipped', 'Order shipped', 'Your parcel is on its way. Track it at https://carrier.example/track/'],
  ['delivered', 'Order delivered', 'Your parcel was delivered. Write to us if anything is missing.'],
] as const

/** Orders at every stage, and one for each thing that can go wrong. */
export function demoOrders(): Order[] {
  return [...people.flatMap(ordersOf), ...exceptions()]
}

function ordersOf({ name, phone }: Person, index: number): Order[] {
  const recipient = `${name}@example.com`
  return [1, 2].map((count) => {
    const reference = `A-${1000 + index * 10 + count}`
    const steps = progress.slice(0, 1 + ((index + count) % 3)).map(([order_status, subject, body], step) => ({
      push: {
        subject: `${subject}: ${reference}`,
        body: order_status === 'shipped' ? `${body}${reference}` : body,
        reference,
        order_status,
        ...(phone !== undefined && step > 0 && { recipient_phone: phone, channels: ['email', 'sms'] }),
      },
      isOpened: (index + step) % 2 === 0,
    }))
    return { reference, recipient, steps }
  })
}

/** The simulator treats these addresses and numbers in a way of their own. */
function exceptions(): Order[] {
  const text = (phone: string) => ({ recipient_phone: phone, channels: ['email', 'sms'], order_status: 'shipped' })
  const one = (
    reference: string,
    recipient: string,
    push: Record<string, unknown>,
    more: Partial<Step> = {},
  ): Order => ({
    reference,
    recipient,
    steps: [{ push: { subject: `Your order ${reference}`, body: 'It is on its way.', reference, ...push }, ...more }],
  })
  return [
    one('B-2001', 'bounced+demo@simulator.example', {}),
    one('B-2002', 'complained+demo@simulator.example', {}),
    one('B-2003', 'text.failed@example.com', text('+447700900002')),
    one('B-2004', 'text.refused@example.com', text('+447700900003')),
    one('B-2005', 'text.unknown@example.com', text('+447700900004')),
    one('B-2006', 'text.stopped@example.com', text('+447700900007')),
    one('B-2007', 'replies@example.com', text('+447700900106'), { reply: 'When will it be here?' }),
    one('B-2008', 'whatsapp.fallback@example.com', {
      ...text('+447700900005'),
      channels: ['email', 'whatsapp'],
      whatsapp_opt_in: { source: 'checkout' },
      sms_if_whatsapp_fails: true,
    }),
    one('B-2009', 'whatsapp.reader@example.com', {
      ...text('+447700900107'),
      channels: ['email', 'whatsapp'],
      whatsapp_opt_in: { source: 'checkout' },
    }),
    one('B-2010', 'retracted@example.com', { order_status: 'cancelled' }, { isRetracted: true }),
    one('B-2011', 'later@example.com', { send_at: tomorrowAtNoon() }),
    one('B-2012', 'unread@example.com', { ...text('+447700900108'), escalate_if_unread_after_minutes: 60 }),
  ]
}

/** The same instant all day, so that a second run sends the same request. */
function tomorrowAtNoon(): string {
  const noon = new Date()
  noon.setUTCHours(36, 0, 0, 0)
  return noon.toISOString()
}
