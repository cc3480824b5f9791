import type { NodemailerError } from 'nodemailer/lib/errors'

/**
 * Returns the code of a reply that refuses the email itself, or null. A refused greeting or login does not concern the email,
 * and neither does an unexpected reply.
 */
export function refusalCode({ code, responseCode = 0 }: NodemailerError): number | null {
  const isReplyToMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  return isReplyToMail && responseCode >= 400 && responseCode <= 599 ? responseCode : null
}

/** Describes the error without personal data: replies quote addresses, so only their codes are used. */
export function detailOf({ code = '', originalCode, responseCode, response = '' }: NodemailerError): string {
  if (responseCode === undefined) return originalCode ?? code
  const enhancedCode = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  return enhancedCode === undefined ? `smtp ${responseCode}` : `smtp ${responseCode} ${enhancedCode}`
}

/** Creates an error in the format of the mail library. */
export const failure = (code: string): NodemailerError => Object.assign(new Error(code), { code })
