import type { Random } from '../random.ts'

const usualBytes = { least: 500, most: 100_000 }
const largeShare = 0.04

/** On a logarithmic scale, so that small sizes are as frequent as large ones. Few are above 100 KB, up to `maxBytes`. */
export function drawBytes(random: Random, maxBytes: number): number {
  if (maxBytes <= usualBytes.most) return between(random, Math.min(usualBytes.least, maxBytes / 4), maxBytes)
  return random.bool(largeShare)
    ? between(random, usualBytes.most, maxBytes)
    : between(random, usualBytes.least, usualBytes.most)
}

const between = (random: Random, least: number, most: number): number =>
  Math.floor(least * (most / least) ** (random.below(1_000_000) / 1_000_000))
