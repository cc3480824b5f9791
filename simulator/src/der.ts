/** The part of ASN.1's encoding DER (X.690) that certificates are made of: a tag, a length, and what it is the length of. */
export function encode(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.of(tag, ...lengthOf(content)), content])
}

export const sequence = (...parts: Uint8Array[]): Buffer => encode(0x30, ...parts)
export const set = (...parts: Uint8Array[]): Buffer => encode(0x31, ...parts)
/** The bytes are taken as they are: whoever gives them sees to it that the first is neither a sign nor too much. */
export const integer = (...bytes: number[]): Buffer => encode(0x02, Buffer.of(...bytes))
export const octetString = (content: Uint8Array): Buffer => encode(0x04, content)
export const bitString = (content: Uint8Array, unusedBits = 0): Buffer => encode(0x03, Buffer.of(unusedBits), content)
export const text = (value: string): Buffer => encode(0x0c, Buffer.from(value))
export const yes = encode(0x01, Buffer.of(0xff))

/** With two digits for the year, as certificates have it until 2049. */
export function utcTime(at: Date): Buffer {
  return encode(
    0x17,
    Buffer.from(
      at
        .toISOString()
        .replaceAll(/[-:T]|\.\d+/g, '')
        .slice(2),
    ),
  )
}

export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number)
  return encode(0x06, Buffer.from([first * 40 + second, ...others].flatMap(inSevenBits)))
}

/** Seven bits a byte, and the eighth says that another byte follows. */
function inSevenBits(number: number): number[] {
  const bytes = [number & 0x7f]
  for (let rest = number >> 7; rest > 0; rest >>= 7) bytes.unshift(0x80 | (rest & 0x7f))
  return bytes
}

/** From 128 on, the first byte counts those that hold the length. Nothing here is as long as 64 KiB. */
function lengthOf({ length }: Uint8Array): number[] {
  if (length < 0x80) return [length]
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
}
