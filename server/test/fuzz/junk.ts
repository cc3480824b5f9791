import { rawBodies, rawNumbers, texts, values } from './corpus.ts'
import type { Random } from './random.ts'

/** Any value. `jsonBytes` replaces the two markers by numbers and surrogates that `JSON.stringify` cannot write. */
export const junk = (random: Random): unknown => random.pick<unknown>([...values, ...texts, '@number', '@surrogate'])

/** The value as JSON, sometimes with a changed byte, truncated, or replaced by another body. */
export function jsonBytes(random: Random, value: unknown): Buffer {
  if (random.bool(0.03)) return Buffer.from(random.pick(rawBodies))
  const text = (JSON.stringify(value) ?? 'null').replaceAll('"@number"', () => random.pick(rawNumbers))
  return mutateBytes(random, Buffer.from(text.replaceAll('"@surrogate"', '"\\ud83d"')))
}

export function mutateBytes(random: Random, bytes: Buffer): Buffer {
  if (bytes.length === 0) return bytes
  if (random.bool(0.02)) bytes[random.below(bytes.length)] = random.below(256)
  return random.bool(0.01) ? bytes.subarray(0, random.below(bytes.length)) : bytes
}

/** The value with some of its parts replaced by junk or removed. */
export function mutate(random: Random, value: unknown, rate: number): unknown {
  if (random.bool(rate)) return junk(random)
  if (Array.isArray(value)) return value.map((item) => mutate(random, item, rate))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      random.bool(rate / 2) ? [] : [[name, mutate(random, part, rate)]],
    ),
  )
}

/** The text with one character changed, truncated, doubled or in upper case. */
export function mutateText(random: Random, text: string): string {
  const position = random.below(text.length)
  return random.pick([
    text.slice(0, position) + random.pick(['A', '_', '%41', '0']) + text.slice(position + 1),
    text.slice(0, position),
    text + text,
    text.toUpperCase(),
  ])
}
