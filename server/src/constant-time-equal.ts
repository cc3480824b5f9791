import { hash, timingSafeEqual } from 'node:crypto'

/** Compares digests, which have the same length, so that the time reveals neither the content nor its length. */
export const isEqualInConstantTime = (given: string, expected: string): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))
