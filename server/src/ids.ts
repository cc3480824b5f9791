/** Ids are UUIDv7 in the database and `prefix_` with 26 Crockford base-32 characters outside it, so they sort by time in both. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const shape = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

export type IdPrefix = 'biz' | 'era' | 'evt' | 'key' | 'led' | 'msg' | 'ntc' | 'req' | 'rpl' | 'whd' | 'whe'

/** 128 bits are 26 digits of five: two zero bits in front, then the bits of the UUID as they come. */
export function formatId(prefix: IdPrefix, uuid: string): string {
  let text = ''
  let [bits, held] = [0, 2]
  for (let place = 0; place < uuid.length; place++) {
    if (uuid[place] === '-') continue
    bits = (bits << 4) | Number.parseInt(uuid[place]!, 16)
    held += 4
    while (held >= 5) {
      held -= 5
      text += alphabet[(bits >> held) & 31]
    }
    bits &= 31
  }
  return `${prefix}_${text}`
}

/** Null when this cannot be such an id: then nothing can have it, which is what the caller is told. */
export function parseId(prefix: IdPrefix, text: string): string | null {
  const digits = text.slice(prefix.length + 1)
  if (!text.startsWith(`${prefix}_`) || !shape.test(digits)) return null
  let value = 0n
  for (const digit of digits) value = (value << 5n) | BigInt(alphabet.indexOf(digit))
  const hex = value.toString(16).padStart(32, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
