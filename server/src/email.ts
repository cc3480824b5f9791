import { domainToASCII } from 'node:url'

/**
 * The address of a mailbox: the domain is in its ASCII form (IDNA, UTS #46), so that every spelling of it is one value. Addresses
 * are stored, compared, locked, digested and given to SMTP in this form, and in no other.
 */
export type EmailIdentity = string & { readonly brand: 'EmailIdentity' }
/** An address as it was given, trimmed and in lower case. It is shown, and never looked up. */
export type DisplayedEmail = string & { readonly brand: 'DisplayedEmail' }

/** A capital sigma is replaced first: toLowerCase maps it by its position in the word, and UTS #46 does not. */
export const normaliseEmail = (text: string): DisplayedEmail =>
  text.trim().replaceAll('Σ', 'σ').toLowerCase() as DisplayedEmail

/** Two spellings of one mailbox have one identity. A text that is no address has an identity that no recipient has. */
export function emailIdentity(text: string): EmailIdentity {
  const { local, host } = partsOf(normaliseEmail(text))
  return `${local}@${asciiHost(host) ?? host}` as EmailIdentity
}

const longestAddress = 254
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** What is wrong with an address, in words, or null. No display names, no quoted or non-ASCII local parts; the host may be international. */
export function emailProblem(text: string): string | null {
  const address = normaliseEmail(text)
  if (!address.includes('@')) return 'An email address must have an @-sign.'
  const { local, host } = partsOf(address)
  if (address.length > longestAddress) return 'The email address is too long.'
  if (local.length === 0) return 'There must be something before the @-sign.'
  if (local.length > 64) return 'The part before the @-sign is too long.'
  if (!localPart.test(local)) return 'The part before the @-sign contains characters that are not allowed.'
  const ascii = asciiHost(host)
  if (ascii === null) return 'The part after the @-sign is not a valid host name.'
  if (local.length + 1 + ascii.length > longestAddress) return 'The email address is too long.'
  return null
}

function partsOf(address: string): { local: string; host: string } {
  const at = address.lastIndexOf('@')
  return { local: address.slice(0, Math.max(at, 0)), host: address.slice(at + 1) }
}

/** Null for what is no host name: what cannot be converted, a single label, an IP address, a dot at the end. */
function asciiHost(host: string): string | null {
  // These end a host or are removed from it where domainToASCII reads it as part of a URL.
  if (/[\s%/:?#[\]@\\]/.test(host)) return null
  const ascii = domainToASCII(host)
  const labels = ascii.split('.')
  return labels.length >= 2 && labels.every((part) => label.test(part)) && !/^\d+$/.test(labels.at(-1)!) ? ascii : null
}
