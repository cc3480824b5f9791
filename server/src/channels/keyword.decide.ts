/**
 * The keyword an inbound message consists of (3.4), on any channel. Only a message that is a keyword and nothing else counts: "stop
 * by the shop" is none. An accent or a wide letter is another way to write the same keyword.
 */
export type Keyword = 'stop' | 'start' | 'help'

/** A keyword with much white space around it. Normalisation takes the square of the length for a run of accents. */
const mostCharacters = 500

export function parseKeyword(text: string): Keyword | null {
  if (text.length > mostCharacters) return null
  const message = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').trim().replaceAll(/\s+/g, ' ').toUpperCase()
  return keywords.find(([, words]) => words.test(message))?.[0] ?? null
}

const keywords: [Keyword, RegExp][] = [
  ['stop', /^(STOP|STOP ?ALL|UNSUBSCRIBE|CANCEL|END|QUIT|REVOKE|OPT-?OUT|ARRET|REMOVE)$/],
  ['start', /^(START|YES|UNSTOP)$/],
  ['help', /^(HELP|INFO)$/],
]
