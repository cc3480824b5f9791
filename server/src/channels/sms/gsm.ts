/**
 * The SMS alphabet, GSM 03.38. A text in this alphabet has 160 septets per segment; a single character outside it reduces a
 * segment to 70 characters. The characters of the second table are encoded as two septets.
 */
const oneSeptet = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const twoSeptets = new Set('^{}\\[~]|€\f')

/** The septets of a text of one segment, and of each segment of a longer text. */
export const segmentSeptets = 160
const joinedSegmentSeptets = 153

/** Returns infinity if the text contains a character outside the alphabet. */
export function septetsOf(text: string): number {
  let septets = 0
  for (const character of text) septets += septetsOfCharacter(character)
  return septets
}

/** How many segments a provider charges for. A text of several has less space in each, because they are numbered. */
export function segmentsOf(text: string): number {
  const septets = septetsOf(text)
  return septets <= segmentSeptets ? 1 : Math.ceil(septets / joinedSegmentSeptets)
}

/** Cuts the end of the text, so that it has at most that many septets. */
export function cutToSeptets(text: string, most: number): string {
  let septets = 0
  let length = 0
  for (const character of text) {
    septets += septetsOfCharacter(character)
    if (septets > most) break
    length += character.length
  }
  return text.slice(0, length)
}

/**
 * Transliterates the text to the alphabet. Accents that the alphabet contains are preserved, others are removed; characters
 * without a transliteration are omitted.
 */
export const toGsm = (text: string): string => Array.from(text.normalize('NFC'), transliterateCharacter).join('')

function septetsOfCharacter(character: string): number {
  if (oneSeptet.has(character)) return 1
  return twoSeptets.has(character) ? 2 : Number.POSITIVE_INFINITY
}

const isGsm = (character: string): boolean => Number.isFinite(septetsOfCharacter(character))

function transliterateCharacter(character: string): string {
  if (isGsm(character)) return character
  if (/\s/u.test(character)) return ' '
  return Array.from(character.normalize('NFKD'), (part) =>
    isGsm(part) ? part : (transliterations.get(part) ?? ''),
  ).join('')
}

/** Transliterations of characters that Unicode normalisation does not decompose. */
const charactersByTransliteration = {
  l: 'ł',
  L: 'Ł',
  d: 'đð',
  D: 'ĐÐ',
  th: 'þ',
  Th: 'Þ',
  oe: 'œ',
  OE: 'Œ',
  h: 'ħ',
  H: 'Ħ',
  i: 'ı',
  ng: 'ŋ',
  NG: 'Ŋ',
  SS: 'ẞ',
  "'": '‘’',
  '"': '“”„«»',
  '-': '‐–—·•',
  x: '×',
}
const transliterations = new Map(
  Object.entries(charactersByTransliteration).flatMap(([transliteration, characters]) =>
    Array.from(characters, (character) => [character, transliteration]),
  ),
)
