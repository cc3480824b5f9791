import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * A phone number as it is stored. `destination` is null when no message may be sent to it: its country is unknown, or its type
 * (such as premium rate) is closed.
 */
export type Phone = { e164: string; destination: string | null }

const closedTypes = new Set<string | undefined>([
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'PAGER',
  'UAN',
  'VOICEMAIL',
])
/** Countries that share the dialling plan of another count as that destination. */
const sharedDestinations: Record<string, string> = { GG: 'GB', JE: 'GB', IM: 'GB' }

export const destinationOf = (country: string): string => sharedDestinations[country] ?? country

/** Null when it is not a phone number. National format is accepted only for an account that has a country. */
export function readPhone(text: string, country: string | null): Phone | null {
  const parsed = parsePhoneNumberFromString(text, {
    ...(country && { defaultCountry: country as CountryCode }),
    extract: false,
  })
  if (parsed === undefined || !parsed.isPossible()) return null
  if (closedTypes.has(parsed.getType())) return { e164: parsed.number, destination: null }
  // An unassigned number may belong to any country with its calling code. Its destination is known only if those share one.
  const countries = parsed.country === undefined ? parsed.getPossibleCountries() : [parsed.country]
  const [destination, ...others] = new Set(countries.map(destinationOf))
  return { e164: parsed.number, destination: others.length === 0 ? (destination ?? null) : null }
}
