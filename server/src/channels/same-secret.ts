import { hash, timingSafeEqual } from 'node:crypto'

/** Compared by digest: always of one length, so that the time it takes tells neither the content nor the length. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))
