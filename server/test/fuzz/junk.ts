import { rawBodies, rawNumbers, texts, values } from './corpus.ts'
import type { Draw } from './draw.ts'

/** Anything at all. The two marks become what JavaScript cannot write, in `jsonBytes`. */
export const junk = (draw: Draw): unknown => draw.pick<unknown>([...values, ...texts, '@number', '@surrogate'])

/** The value as JSON, at times with a byte changed, cut short, or not what it should be at all. */
export function jsonBytes(draw: Draw, value: unknown): Buffer {
  if (draw.chance(0.03)) return Buffer.from(draw.pick(rawBodies))
  const text = (JSON.stringify(value) ?? 'null').replaceAll('"@number"', () => draw.pick(rawNumbers))
  return spoilBytes(draw, Buffer.from(text.replaceAll('"@surrogate"', '"\\ud83d"')))
}

export function spoilBytes(draw: Draw, bytes: Buffer): Buffer {
  if (bytes.length === 0) return bytes
  if (draw.chance(0.02)) bytes[draw.below(bytes.length)] = draw.below(256)
  return draw.chance(0.01) ? bytes.subarray(0, draw.below(bytes.length)) : bytes
}

/** The same value with junk in some of its places, and some of them gone. */
export function spoil(draw: Draw, value: unknown, rate: number): unknown {
  if (draw.chance(rate)) return junk(draw)
  if (Array.isArray(value)) return value.map((item) => spoil(draw, item, rate))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => (draw.chance(rate / 2) ? [] : [[name, spoil(draw, part, rate)]])),
  )
}

/** A token with one character changed, cut, or doubled. */
export function spoilText(draw: Draw, text: string): string {
  const place = draw.below(text.length)
  return draw.pick([
    text.slice(0, place) + draw.pick(['A', '_', '%41', '0']) + text.slice(place + 1),
    text.slice(0, place),
    text + text,
    text.toUpperCase(),
  ])
}
