import { allCountries, destinationOf, destinations } from '../../phone.ts'

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
export const countryName = (code: string): string => names.of(code) ?? code

/** Every destination with its English name, in the order of the names. */
export const namedDestinations: readonly { code: string; name: string }[] = destinations
  .map((code) => ({ code, name: countryName(code) }))
  .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))

/** The code of a destination by its code and its name in lower case, also those of countries that share a destination. */
export const countryIndex: ReadonlyMap<string, string> = new Map(
  allCountries.flatMap((code) =>
    [code, countryName(code)].map((text) => [text.toLowerCase(), destinationOf(code)] as const),
  ),
)
