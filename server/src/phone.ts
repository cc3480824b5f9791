import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** A number as we keep it. `destination` is null where no message may go: an unknown place, or a kind of number that costs its owner or its caller. */
export type Phone = { e164: string; destination: string | null }

const closedTypes = new Set<string | undefined>([
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'PAGER',
  'UAN',
  'VOICEMAIL',
])
/** One dialling plan, one destination. */
const oneDestination: Record<string, string> = { GG: 'GB', JE: 'GB', IM: 'GB' }

export const destinationOf = (country: string): string => oneDestination[country] ?? country

/** Null when this cannot be a number: in national format it can be one only for an account that has a country. */
export function readPhone(text: string, country: string | null): Phone | null {
  const parsed = parsePhoneNumberFromString(text, {
    ...(country && { defaultCountry: country as CountryCode }),
    extract: false,
  })
  if (parsed === undefined || !parsed.isPossible()) return null
  if (closedTypes.has(parsed.getType())) return { e164: parsed.number, destination: null }
  // A number not given out yet belongs to whichever country of its code it may be: known when they are one destination.
  const countries = parsed.country === undefined ? parsed.getPossibleCountries() : [parsed.country]
  const [place, ...others] = new Set(countries.map(destinationOf))
  return { e164: parsed.number, destination: others.length === 0 ? (place ?? null) : null }
}
