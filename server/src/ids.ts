/**
 * Ids are UUIDv7 in the database and `prefix_` with 26 Crockford base-32 characters outside it, so they sort by time in both.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const shape = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

export type IdPrefix =
  | 'aud'
  | 'biz'
  | 'era'
  | 'evt'
  | 'inv'
  | 'key'
  | 'led'
  | 'msg'
  | 'ntc'
  | 'opr'
  | 'out'
  | 'per'
  | 'req'
  | 'rpl'
  | 'ses'
  | 'sup'
  | 'whd'
  | 'whe'

/** 26 digits of five bits are 130: two zero bits, then the 128 bits of the UUID. */
export function formatId(prefix: IdPrefix, uuid: string): string {
  let text = ''
  let [bits, bitCount] = [0, 2]
  for (let index = 0; index < uuid.length; index++) {
    if (uuid[index] === '-') continue
    bits = (bits << 4) | Number.parseInt(uuid[index]!, 16)
    bitCount += 4
    while (bitCount >= 5) {
      bitCount -= 5
      text += alphabet[(bits >> bitCount) & 31]
    }
    bits &= 31
  }
  return `${prefix}_${text}`
}

/** Null when the text is not an id with this prefix. Callers then respond as for an id that does not exist. */
export function parseId(prefix: IdPrefix, text: string): string | null {
  const digits = text.slice(prefix.length + 1)
  if (!text.startsWith(`${prefix}_`) || !shape.test(digits)) return null
  let value = 0n
  for (const digit of digits) value = (value << 5n) | BigInt(alphabet.indexOf(digit))
  const hex = value.toString(16).padStart(32, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The smallest id of this time or later. */
export function firstIdAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
