import { domainToASCII } from 'node:url'

/**
 * The address of a mailbox with its domain in ASCII form (IDNA, UTS #46), so that all spellings are one value. Addresses are
 * stored, compared, locked, digested and passed to SMTP only in this form.
 */
export type EmailIdentity = string & { readonly brand: 'EmailIdentity' }
/** An address as it was given, trimmed and in lower case. It is only displayed, never used for a lookup. */
export type DisplayedEmail = string & { readonly brand: 'DisplayedEmail' }

/** A capital sigma is replaced first: toLowerCase maps it by its position in the word, and UTS #46 does not. */
export const normaliseEmail = (text: string): DisplayedEmail =>
  text.trim().replaceAll('Σ', 'σ').toLowerCase() as DisplayedEmail

/** Two spellings of one mailbox have one identity. A text that is not an address has an identity that no recipient has. */
export function emailIdentity(text: string): EmailIdentity {
  const { local, host } = partsOf(normaliseEmail(text))
  return `${local}@${asciiHost(host) ?? host}` as EmailIdentity
}

const maxAddressLength = 254
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Describes what is wrong with an address, or returns null. Display names and quoted or non-ASCII local parts are refused;
 * the host may be international.
 */
export function emailProblem(text: string): string | null {
  const address = normaliseEmail(text)
  if (!address.includes('@')) return 'An email address must have an @-sign.'
  const { local, host } = partsOf(address)
  if (address.length > maxAddressLength) return 'The email address is too long.'
  if (local.length === 0) return 'There must be something before the @-sign.'
  if (local.length > 64) return 'The part before the @-sign is too long.'
  if (!localPart.test(local)) return 'The part before the @-sign contains characters that are not allowed.'
  const ascii = asciiHost(host)
  if (ascii === null) return 'The part after the @-sign is not a valid host name.'
  if (local.length + 1 + ascii.length > maxAddressLength) return 'The email address is too long.'
  return null
}

function partsOf(address: string): { local: string; host: string } {
  const at = address.lastIndexOf('@')
  return { local: address.slice(0, Math.max(at, 0)), host: address.slice(at + 1) }
}

/** Null when it is not a host name: it cannot be converted, is a single label or an IP address, or ends with a dot. */
function asciiHost(host: string): string | null {
  // domainToASCII parses the host as part of a URL, where these characters end it or are removed from it.
  if (/[\s%/:?#[\]@\\]/.test(host)) return null
  const ascii = domainToASCII(host)
  const labels = ascii.split('.')
  return labels.length >= 2 && labels.every((part) => label.test(part)) && !/^\d+$/.test(labels.at(-1)!) ? ascii : null
}
