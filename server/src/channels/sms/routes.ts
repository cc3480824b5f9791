import { destinationOf } from '../../phone.ts'

export type SmsRoutes = NonNullable<ReturnType<typeof parseSmsRoutes>>

/**
 * Parses `twilio:*;vonage:DE,AT`: the provider of each country, `*` being all others. Returns undefined unless every country
 * has exactly one provider.
 */
export function parseSmsRoutes(text: string, known: string[]) {
  const pairs = text.split(';').flatMap(parseRoute)
  const routes = new Map(pairs)
  const defaultProvider = routes.get('*')
  const isUnambiguous = pairs.every(
    ([country, provider]) => /^([A-Z]{2}|\*)$/.test(country) && routes.get(country) === provider,
  )
  if (defaultProvider === undefined || !isUnambiguous || !pairs.every(([, provider]) => known.includes(provider)))
    return undefined
  return {
    /** The providers that the routes use. */
    providers: [...new Set(routes.values())],
    /** Returns the name of the provider for a country. */
    providerFor: (destination: string): string => routes.get(destination) ?? defaultProvider,
  }
}

function parseRoute(route: string): [country: string, provider: string][] {
  const [, provider = '', countries = ''] = /^\s*(\w+)\s*:(.*)$/s.exec(route) ?? []
  return countries.split(',').map((country) => [destinationOf(country.trim()), provider])
}
