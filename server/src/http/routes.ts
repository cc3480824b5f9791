/** Segments are compared as they were sent. Parameters are decoded later, where a validation error can name them. */
export type Routed = { method: string; path: string }
export type Match<R> = { route: R; rawParams: Record<string, string> } | { notFound: true } | { allow: string[] }

export function createRouter<R extends Routed>(routes: R[]): (method: string, path: string) => Match<R> {
  const split = routes.map((route) => ({ route, segments: route.path.split('/') }))

  return (method, path) => {
    const given = path.split('/')
    const candidates = split.filter(({ segments }) => fitsSegments(segments, given))
    if (candidates.length === 0) return { notFound: true }
    const wanted = method === 'HEAD' ? 'GET' : method
    const byPrecision = candidates.toSorted((one, two) => parameterCount(one.segments) - parameterCount(two.segments))
    const found = byPrecision.find(({ route }) => route.method === wanted)
    if (found === undefined) return { allow: [...new Set(candidates.map(({ route }) => route.method))].toSorted() }
    const rawParams = found.segments.flatMap((segment, index) =>
      isParameter(segment) ? [[segment.slice(1, -1), given[index]!] as const] : [],
    )
    return { route: found.route, rawParams: Object.fromEntries(rawParams) }
  }
}

export const fitsSegments = (segments: string[], given: string[]): boolean =>
  segments.length === given.length &&
  segments.every((segment, index) => (isParameter(segment) ? given[index] !== '' : segment === given[index]))

export const isParameter = (segment: string): boolean => segment.startsWith('{')
const parameterCount = (segments: string[]): number => segments.filter(isParameter).length
