import type { Draw } from '../draw.ts'

const usualBytes = { least: 500, most: 100_000 }
const largeShare = 0.04

/** On a logarithmic scale, so that small sizes are as frequent as large ones. Few are above 100 KB, up to the limit of the route. */
export function drawBytes(draw: Draw, mostBytes: number): number {
  if (mostBytes <= usualBytes.most) return between(draw, Math.min(usualBytes.least, mostBytes / 4), mostBytes)
  return draw.chance(largeShare)
    ? between(draw, usualBytes.most, mostBytes)
    : between(draw, usualBytes.least, usualBytes.most)
}

const between = (draw: Draw, least: number, most: number): number =>
  Math.floor(least * (most / least) ** (draw.below(1_000_000) / 1_000_000))
