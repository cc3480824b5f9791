/**
 * The alphabet of texts, GSM 03.38. A text in it has 160 septets to a segment; one character outside it halves that and more.
 * Those of the second table are sent as two septets.
 */
const oneSeptet = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const twoSeptets = new Set('^{}\\[~]|€\f')

/** How long the text is in septets; infinitely long if it cannot be written in them. */
export function septetsOf(text: string): number {
  let septets = 0
  for (const character of text) septets += septetsOfCharacter(character)
  return septets
}

/** As much of the text from its beginning as fits. */
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

/** The text in that alphabet. Accents the alphabet has stay, others are taken off; what has no likeness is left out. */
export const toGsm = (text: string): string => Array.from(text.normalize('NFC'), likenessOf).join('')

function septetsOfCharacter(character: string): number {
  if (oneSeptet.has(character)) return 1
  return twoSeptets.has(character) ? 2 : Number.POSITIVE_INFINITY
}

const isGsm = (character: string): boolean => Number.isFinite(septetsOfCharacter(character))

function likenessOf(character: string): string {
  if (isGsm(character)) return character
  if (/\s/u.test(character)) return ' '
  return Array.from(character.normalize('NFKD'), (part) => (isGsm(part) ? part : (likenesses.get(part) ?? ''))).join('')
}

/** What Unicode does not take apart, by its likeness. */
const lookalikes = {
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
const likenesses = new Map(
  Object.entries(lookalikes).flatMap(([likeness, characters]) => Array.from(characters, (one) => [one, likeness])),
)
