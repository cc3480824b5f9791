/**
 * The keyword that an inbound message consists of (3.4), on any channel. Only a message that contains a keyword and nothing
 * else counts: "stop by the shop" does not. Accents and full-width letters are ignored.
 */
export type Keyword = 'stop' | 'start' | 'help'

/** Leaves space for white space around the keyword. Unicode normalisation takes quadratic time for a long run of accents. */
const maxCharacters = 500

export function parseKeyword(text: string): Keyword | null {
  if (text.length > maxCharacters) return null
  const message = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').trim().replaceAll(/\s+/g, ' ').toUpperCase()
  return keywords.find(([, pattern]) => pattern.test(message))?.[0] ?? null
}

const keywords: [Keyword, RegExp][] = [
  ['stop', /^(STOP|STOP ?ALL|UNSUBSCRIBE|CANCEL|END|QUIT|REVOKE|OPT-?OUT|ARRET|REMOVE)$/],
  ['start', /^(START|YES|UNSTOP)$/],
  ['help', /^(HELP|INFO)$/],
]
