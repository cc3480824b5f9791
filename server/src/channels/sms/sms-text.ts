import type { OrderStatus } from '../../order-status.ts'
import { displayableOrder, type Order } from '../order.ts'
import { cutToSeptets, segmentSeptets, septetsOf, toGsm } from './gsm.ts'

type SmsFacts = { businessName: string; reference: string | null; orderStatus: string | null; inboxLink: string }

/** A name that is cut to less than this is not recognisable. The sentence is shortened instead. */
const minNameSeptets = 12

/**
 * The service-written text of a nudge (2.1). It always fits into one segment, because providers charge for each segment. The
 * link and the word STOP are never cut. If space is short, these are shortened or omitted, in this order: the end of the name,
 * the reference, the sentence, the name.
 */
export function smsText({ businessName, reference, orderStatus, inboxLink }: SmsFacts): string {
  const order = displayableOrder(reference, orderStatus)
  const name = displayName(businessName)
  const shortest = Math.min(minNameSeptets, septetsOf(name))
  const end = `${inboxLink} Reply STOP to stop`
  for (const phrase of [sentence(order), sentence({ ...order, reference: null }), 'order update.', '']) {
    const suffix = phrase === '' ? `: ${end}` : `: ${phrase} ${end}`
    const nameSeptets = segmentSeptets - septetsOf(suffix)
    if (nameSeptets >= shortest) return cutToSeptets(name, nameSeptets).trimEnd() + suffix
  }
  const text = septetsOf(end) <= segmentSeptets ? end : `${inboxLink} STOP`
  if (septetsOf(text) > segmentSeptets) throw new Error('the inbox link is too long for a text')
  return text
}

const sentence = ({ reference, status }: Order): string =>
  [
    'your order',
    ...(reference === null ? [] : [reference]),
    status === null ? 'has an update' : statusPhrases[status.name],
  ].join(' ') + '.'

const statusPhrases: Record<OrderStatus, string> = {
  confirmed: 'is confirmed',
  shipped: 'has shipped',
  ready_for_pickup: 'is ready for pickup',
  delivered: 'has been delivered',
  cancelled: 'has been cancelled',
  refunded: 'has been refunded',
  delayed: 'is delayed',
}

/**
 * Removes what a phone turns into a link: host names, addresses, schemes and telephone numbers. Never returns an empty name.
 */
function displayName(businessName: string): string {
  const name = toGsm(businessName)
    .replaceAll(/[.:@\\]/g, ' ')
    .replaceAll(telephoneNumber, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return /[\p{L}\p{N}]/u.test(name) ? name : 'Your shop'
}

/** At least seven digits, with any separators. */
const telephoneNumber = /[+(]*\d(?:[^\p{L}\d]*\d){6,}/gu
