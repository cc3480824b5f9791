import { hash, timingSafeEqual } from 'node:crypto'

/** Digests are compared: they have one length, so that the time taken depends neither on the content nor on its length. */
export const isEqualInConstantTime = (given: string, expected: string): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))
