import type { NodemailerError } from 'nodemailer/lib/errors'

/**
 * The code of a reply that refuses the mail itself, or null. A refused greeting or login says nothing about the mail,
 * and neither does a reply that is out of turn.
 */
export function refusalCode({ code, responseCode = 0 }: NodemailerError): number | null {
  const isReplyToMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  return isReplyToMail && responseCode >= 400 && responseCode <= 599 ? responseCode : null
}

/** What went wrong, without personal data: replies quote addresses, so only their numbers are kept. */
export function detailOf({ code = '', originalCode, responseCode, response = '' }: NodemailerError): string {
  if (responseCode === undefined) return originalCode ?? code
  const enhancedCode = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  return enhancedCode === undefined ? `smtp ${responseCode}` : `smtp ${responseCode} ${enhancedCode}`
}

/** A failure of our own making, told like those of the mail library. */
export const failure = (code: string): NodemailerError => Object.assign(new Error(code), { code })
