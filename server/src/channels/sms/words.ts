import type { OrderStatus } from '../../order-status.ts'
import { type Order, orderOf } from '../order.ts'
import { cutToSeptets, septetsOf, toGsm } from './gsm.ts'

type SmsFacts = { businessName: string; reference: string | null; orderStatus: string | null; inboxLink: string }

const mostSeptets = 160
/** Less of a name than this is nobody's. Rather than cut it further, the text says less. */
const leastNameSeptets = 12

/**
 * The text of a nudge, in the service's own words (2.1). It is one segment, always: a second one would cost as much again. The
 * link and the way out stay whole. What gives way, in this order: the rest of the name, the reference, the words, the name.
 */
export function smsText({ businessName, reference, orderStatus, inboxLink }: SmsFacts): string {
  const order = orderOf(reference, orderStatus)
  const name = displayName(businessName)
  const least = Math.min(leastNameSeptets, septetsOf(name))
  const end = `${inboxLink} Reply STOP to stop`
  for (const words of [sentence(order), sentence({ ...order, reference: null }), 'order update.', '']) {
    const rest = words === '' ? `: ${end}` : `: ${words} ${end}`
    const room = mostSeptets - septetsOf(rest)
    if (room >= least) return cutToSeptets(name, room).trimEnd() + rest
  }
  const text = septetsOf(end) <= mostSeptets ? end : `${inboxLink} STOP`
  if (septetsOf(text) > mostSeptets) throw new Error('the inbox link is too long for a text')
  return text
}

const sentence = ({ reference, status }: Order): string =>
  [
    'your order',
    ...(reference === null ? [] : [reference]),
    status === null ? 'has an update' : statusWords[status.name],
  ].join(' ') + '.'

const statusWords: Record<OrderStatus, string> = {
  confirmed: 'is confirmed',
  shipped: 'has shipped',
  ready_for_pickup: 'is ready for pickup',
  delivered: 'has been delivered',
  cancelled: 'has been cancelled',
  refunded: 'has been refunded',
  delayed: 'is delayed',
}

/**
 * The name with nothing in it that a phone makes a link of: no host name, address or scheme, and no telephone number, which
 * is dialled as easily as a link is followed. Something is always left to call the shop by.
 */
function displayName(businessName: string): string {
  const name = toGsm(businessName)
    .replaceAll(/[.:@\\]/g, ' ')
    .replaceAll(telephoneNumber, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return /[\p{L}\p{N}]/u.test(name) ? name : 'Your shop'
}

/** Seven digits or more, however they are set apart. */
const telephoneNumber = /[+(]*\d(?:[^\p{L}\d]*\d){6,}/gu
