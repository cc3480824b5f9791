import { domainToASCII } from 'node:url'

/** Addresses are compared and stored trimmed and in lower case. */
export const normaliseEmail = (text: string): string => text.trim().toLowerCase()

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** What is wrong with an address, in words, or null. No display names, no quoted or non-ASCII local parts; the host may be international. */
export function emailProblem(text: string): string | null {
  const address = normaliseEmail(text)
  const at = address.lastIndexOf('@')
  if (at < 0) return 'An email address must have an @-sign.'
  const [local, host] = [address.slice(0, at), address.slice(at + 1)]
  if (address.length > 254) return 'The email address is too long.'
  if (local.length === 0) return 'There must be something before the @-sign.'
  if (local.length > 64) return 'The part before the @-sign is too long.'
  if (!localPart.test(local)) return 'The part before the @-sign contains characters that are not allowed.'
  const labels = domainToASCII(host).split('.')
  if (
    /[\s%/:?#[\]@\\]/.test(host) ||
    labels.length < 2 ||
    !labels.every((part) => label.test(part)) ||
    /^\d+$/.test(labels.at(-1)!)
  )
    return 'The part after the @-sign is not a valid host name.'
  return null
}
