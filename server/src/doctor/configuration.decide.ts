import { type Line, ok, problem, warning } from './lines.decide.ts'

/**
 * Invalid settings, each with the text of the parser, and valid ones that are not safe: keys and tokens that were not generated at
 * random. No value of a setting is part of a line.
 */
export type ConfigurationFacts = {
  /** As the parser words them: the setting and what is wrong, a colon, and what it expects. */
  problems: string[]
  /** Different bytes of each valid key of 32 bytes, and the name of an earlier key with the same bytes. */
  keys: { name: string; differentBytes: number; sameAs: string | null }[]
  /** Different characters of the token. Null if there is none. */
  operatorTokenCharacters: number | null
}

/** Of 32 random bytes, fewer than 20 differ once in more than a billion keys. */
const minDifferentBytes = 20
const minDifferentCharacters = 8

export function configurationLines({ problems, keys, operatorTokenCharacters }: ConfigurationFacts): Line[] {
  const lines = [
    ...problems.map(problemLine),
    ...keys.filter(({ differentBytes }) => differentBytes < minDifferentBytes).map(({ name }) => weakKey(name)),
    ...keys.flatMap(({ name, sameAs }) => (sameAs === null ? [] : [sameKey(name, sameAs)])),
    ...(operatorTokenCharacters !== null && operatorTokenCharacters < minDifferentCharacters ? [weakToken] : []),
  ]
  return lines.length > 0 ? lines : [ok('configuration', 'every setting is valid')]
}

function problemLine(text: string): Line {
  const separator = text.indexOf(': ')
  if (separator === -1) return problem('configuration', text, 'Change the settings as docs/configuration.md describes.')
  const [found, expected] = [text.slice(0, separator), text.slice(separator + 2)]
  const name = (/ set ([A-Z_]+)$/.exec(found) ?? /^([A-Z_]+)/.exec(found))?.[1] ?? 'it'
  const advice = expected.startsWith('set ') ? `S${expected.slice(1)}.` : `Set ${name} to ${expected}.`
  return problem('configuration', found, advice)
}

const generate = 'Generate it with openssl rand -base64 32'
const weakKey = (name: string): Line =>
  problem('configuration', `${name} is not random`, `${generate}, and change it before the first message is sent.`)
const sameKey = (name: string, other: string): Line =>
  warning('configuration', `${name} has the same bytes as ${other}`, `${generate}, so that each key has its own bytes.`)
const weakToken = problem(
  'configuration',
  'OPERATOR_TOKEN repeats a few characters',
  'Set OPERATOR_TOKEN to the output of openssl rand -hex 32.',
)
