/** What a provider wrote is stored as one bounded line, and only for refusals and failures (0048). */
import type { Report } from './callback.ts'

/** Longer than the replies of mail servers and the error sentences of providers. */
const maxLength = 500

/**
 * What a provider wrote about a refusal or a failure, as one storable line. It may quote an address or a number, so it is never
 * logged, and it is erased with the recipient. Empty if the provider wrote nothing.
 */
export function providerWords(text: unknown): { words?: string } {
  if (typeof text !== 'string') return {}
  const words = text
    .slice(0, 4 * maxLength)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed()
  return words === '' ? {} : { words }
}

/** Adds the words to a report of a failure. Other reports need none. */
export function withWords(report: Report | null | undefined, text: unknown): Report | null | undefined {
  const isFailure = report?.kind === 'bounced' || report?.kind === 'refused' || report?.kind === 'failed'
  return isFailure ? { ...report, ...providerWords(text) } : report
}
