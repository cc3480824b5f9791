import { destinationOf } from '../../phone.ts'

export type SmsRoutes = NonNullable<ReturnType<typeof readSmsRoutes>>

/** `twilio:*;vonage:DE,AT`: who texts which countries, `*` being all others. Undefined unless every country has one answer. */
export function readSmsRoutes(text: string, known: string[]) {
  const pairs = text.split(';').flatMap(readRoute)
  const routes = new Map(pairs)
  const usual = routes.get('*')
  const isClear = pairs.every(([place, provider]) => /^([A-Z]{2}|\*)$/.test(place) && routes.get(place) === provider)
  if (usual === undefined || !isClear || !pairs.every(([, provider]) => known.includes(provider))) return undefined
  return {
    /** Those that are needed. */
    providers: [...new Set(routes.values())],
    /** The name of the provider that texts a country. */
    providerFor: (destination: string): string => routes.get(destination) ?? usual,
  }
}

function readRoute(route: string): [place: string, provider: string][] {
  const [, provider = '', places = ''] = /^\s*(\w+)\s*:(.*)$/s.exec(route) ?? []
  return places.split(',').map((place) => [destinationOf(place.trim()), provider])
}
