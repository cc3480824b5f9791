import type { Language } from '../../brand/languages.decide.ts'
import { displayableOrder, type Order } from '../order.ts'
import { cutToSeptets, segmentSeptets, septetsOf, toGsm } from './gsm.ts'
import { type SmsWords, smsWords } from './sms-words.ts'

type SmsFacts = {
  businessName: string
  language: Language
  reference: string | null
  orderStatus: string | null
  inboxLink: string
}

/** A name that is cut to less than this is not recognisable. The sentence is shortened instead. */
const minNameSeptets = 12

/**
 * The service-written text of a nudge (2.1). It always fits into one segment, because providers charge for each segment. The
 * link and the word STOP are never cut. If space is short, these are shortened or omitted, in this order: the end of the name,
 * the reference, the sentence, the name.
 */
export function smsText({ businessName, language, reference, orderStatus, inboxLink }: SmsFacts): string {
  const words = smsWords[language]
  const order = displayableOrder(reference, orderStatus)
  const name = displayName(businessName, words.shop)
  const shortest = Math.min(minNameSeptets, septetsOf(name))
  const end = `${inboxLink} ${words.stop}`
  for (const phrase of [sentence(words, order), sentence(words, { ...order, reference: null }), words.short, '']) {
    const suffix = phrase === '' ? `: ${end}` : `: ${phrase} ${end}`
    const nameSeptets = segmentSeptets - septetsOf(suffix)
    if (nameSeptets >= shortest) return cutToSeptets(name, nameSeptets).trimEnd() + suffix
  }
  const text = septetsOf(end) <= segmentSeptets ? end : `${inboxLink} STOP`
  if (septetsOf(text) > segmentSeptets) throw new Error('the inbox link is too long for a text')
  return text
}

const sentence = ({ order, update, status: phrases }: SmsWords, { reference, status }: Order): string =>
  [order, ...(reference === null ? [] : [reference]), status === null ? update : phrases[status.name]].join(' ') + '.'

/**
 * Removes what a phone turns into a link: host names, addresses, schemes and telephone numbers. Never returns an empty name.
 */
function displayName(businessName: string, otherwise: string): string {
  const name = toGsm(businessName)
    .replaceAll(/[.:@\\]/g, ' ')
    .replaceAll(telephoneNumber, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return /[\p{L}\p{N}]/u.test(name) ? name : otherwise
}

/** At least seven digits, with any separators. */
const telephoneNumber = /[+(]*\d(?:[^\p{L}\d]*\d){6,}/gu
