/**
 * What somebody who texts back wants (3.4). Only a message that is one of the words and nothing else is a wish: "stop by the
 * shop" is none. An accent or a wide letter is another way to write the same word.
 */
export type InboundWish = 'stop' | 'start' | 'help' | 'other'

/** With much white space around a word. Normalisation takes the square of the length for a run of accents. */
const longestWish = 500

export function readInbound(text: string): InboundWish {
  if (text.length > longestWish) return 'other'
  const message = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').trim().replaceAll(/\s+/g, ' ').toUpperCase()
  return wishes.get(message) ?? 'other'
}

const stopWords = [
  'STOP',
  'STOPALL',
  'STOP ALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'REVOKE',
  'OPTOUT',
  'OPT-OUT',
  'ARRET',
  'REMOVE',
]
const startWords = ['START', 'YES', 'UNSTOP']
const helpWords = ['HELP', 'INFO']

const wishes = new Map<string, InboundWish>([
  ...stopWords.map((word) => [word, 'stop'] as const),
  ...startWords.map((word) => [word, 'start'] as const),
  ...helpWords.map((word) => [word, 'help'] as const),
])
