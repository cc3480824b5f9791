import type { Help, HelpRoute, PathMistake } from './help.ts'
import { fitsSegments, isParameter } from './routes.ts'

const prefixes = ['/api/v1', '/operator/v1'].map((prefix) => prefix.split('/'))
/** Unauthenticated callers cause this search, so longer paths and segments are not compared. */
const maxPathCharacters = 256
const maxSegmentCharacters = 32
const maxTypingErrors = 2

/** Finds the routes that a caller with a wrong path or method probably meant, without quoting what the caller sent. */
export function createPathHelp(routes: HelpRoute[]) {
  const all = routes.map(({ method, path, name }) => ({ method, path, name, segments: path.split('/') }))
  const byLength = Map.groupBy(all, ({ segments }) => segments.length)
  type Split = (typeof all)[number]
  const withSegments = (given: string[]): Split[] => byLength.get(given.length) ?? []

  const find = (given: string[], method: string, fits: (segments: string[]) => boolean): HelpRoute | undefined => {
    const found = withSegments(given).filter(({ segments }) => fits(segments))
    return found.find((route) => route.method === method) ?? found[0]
  }

  return {
    /** Null if no route is near. */
    nearest: (method: string, path: string): Help | null => {
      if (path.length > maxPathCharacters) return null
      for (const [mistake, given, fits] of attempts(path)) {
        const route = find(given, method, (segments) => fits(segments, given))
        if (route !== undefined) return { case: 'nearest_path', route: described(route), mistake }
      }
      return null
    },
    /** Null if the path has only routes that are not listed. */
    methods: (path: string): Help | null => {
      const given = path.split('/')
      const found = withSegments(given).filter(({ segments }) => fitsSegments(segments, given))
      const byMethod = found.map(described).toSorted((one, other) => one.method.localeCompare(other.method))
      return byMethod.length === 0 ? null : { case: 'methods', routes: byMethod }
    },
  }
}

const described = ({ method, path, name }: HelpRoute): HelpRoute => ({ method, path, name })

type Fits = (segments: string[], given: string[]) => boolean

/** The mistakes from the most to the least certain. */
function* attempts(path: string): Generator<[mistake: PathMistake, given: string[], fits: Fits]> {
  const sent = path.split('/')
  const inner = ['', ...sent.filter((segment) => segment !== '')]
  if (sent.length !== inner.length) {
    yield ['empty_parameter', sent, fitsWithEmptyParameter]
    yield ['slash', inner, fitsSegments]
  }
  const lowered = path.toLowerCase()
  if (lowered !== path)
    yield ['letter_case', ['', ...lowered.split('/').filter((segment) => segment !== '')], fitsSegments]
  const prefixed = prefixes.map((prefix) => [...prefix, ...inner.slice(1)])
  for (const given of prefixed) yield ['prefix', given, fitsSegments]
  if (inner[1] === 'api' || inner[1] === 'v1') yield ['prefix', [...prefixes[0]!, ...inner.slice(2)], fitsSegments]
  yield ['spelling', inner, fitsWithTypingErrors]
  for (const given of prefixed) yield ['prefix', given, fitsWithTypingErrors]
}

/** A variable of the caller was empty, as in /messages//retract. A path that only ends with a slash is not meant. */
const fitsWithEmptyParameter: Fits = (segments, given) =>
  given.at(-1) !== '' &&
  segments.every((segment, index) => (index > 0 && isParameter(segment)) || segment === given[index])

/** One segment is misspelt, in the singular or of another version. */
function fitsWithTypingErrors(segments: string[], given: string[]): boolean {
  const differs = (segment: string, index: number): boolean => segment !== given[index] && !isParameter(segment)
  const index = segments.findIndex(differs)
  if (index === -1 || segments.some((segment, other) => other > index && differs(segment, other))) return false
  return isNear(segments[index]!, given[index]!)
}

/** At most half of a short word may differ. */
function isNear(word: string, sent: string): boolean {
  const allowed = Math.min(maxTypingErrors, Math.floor(word.length / 2))
  if (sent.length > maxSegmentCharacters || Math.abs(word.length - sent.length) > allowed) return false
  return editDistance(word, sent.toLowerCase(), allowed) <= allowed
}

/** The number of letters to insert, delete or replace (Levenshtein). It stops when it has exceeded what is allowed. */
function editDistance(one: string, other: string, allowed: number): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 1; at <= one.length; at++) {
    const next = [at]
    for (let to = 1; to <= other.length; to++) {
      const replaced = row[to - 1]! + (one[at - 1] === other[to - 1] ? 0 : 1)
      next.push(Math.min(row[to]! + 1, next[to - 1]! + 1, replaced))
    }
    if (Math.min(...next) > allowed) return allowed + 1
    row = next
  }
  return row[other.length]!
}
