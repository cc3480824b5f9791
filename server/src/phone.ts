import { type CountryCode, getCountries, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * A phone number as it is stored. `destination` is null when no message may be sent to it: its country is unknown, or its type
 * (such as premium rate) is closed.
 */
export type Phone = { e164: string; destination: string | null }

/**
 * What a number can receive. A landline includes a number of an internet telephone: it receives calls and seldom texts.
 * `closed`: calls or texts to it are charged or forwarded in special ways. An unassigned number counts as a mobile one.
 */
export type NumberKind = 'mobile' | 'landline' | 'closed'
const kinds: Record<string, NumberKind> = {
  FIXED_LINE: 'landline',
  VOIP: 'landline',
  PREMIUM_RATE: 'closed',
  SHARED_COST: 'closed',
  TOLL_FREE: 'closed',
  PERSONAL_NUMBER: 'closed',
  PAGER: 'closed',
  UAN: 'closed',
  VOICEMAIL: 'closed',
}
const kindOf = (type: string | undefined): NumberKind => kinds[type ?? ''] ?? 'mobile'

/** The kind is not stored, so that numbers from before a change of `kinds` are decided by it as well. */
export const numberKind = (e164: string): NumberKind => kindOf(parsePhoneNumberFromString(e164)?.getType())

/** Countries that share the dialling plan of another count as that destination. */
const sharedDestinations: Record<string, string> = { GG: 'GB', JE: 'GB', IM: 'GB' }

export const destinationOf = (country: string): string => sharedDestinations[country] ?? country
/** Every country with phone numbers. */
export const allCountries: readonly string[] = getCountries()
/** All destinations, in alphabetical order. */
export const destinations: readonly string[] = [...new Set(allCountries.map(destinationOf))].toSorted()

/** Null when it is not a phone number. National format is accepted only for an account that has a country. */
export function readPhone(text: string, country: string | null): Phone | null {
  const parsed = parsePhoneNumberFromString(text, {
    ...(country && { defaultCountry: country as CountryCode }),
    extract: false,
  })
  if (parsed === undefined || !parsed.isPossible()) return null
  if (kindOf(parsed.getType()) === 'closed') return { e164: parsed.number, destination: null }
  // An unassigned number may belong to any country with its calling code. Its destination is known only if those share one.
  const countries = parsed.country === undefined ? parsed.getPossibleCountries() : [parsed.country]
  const [destination, ...others] = new Set(countries.map(destinationOf))
  return { e164: parsed.number, destination: others.length === 0 ? (destination ?? null) : null }
}
