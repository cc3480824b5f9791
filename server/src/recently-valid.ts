/**
 * Remembers which secrets were valid at the last check of this process, by their hashes. Limits on failed attempts of an address do
 * not apply to these, so that a guessing neighbour does not block others. A secret may have been revoked since.
 */
export function createRecentlyValid(maxRemembered = 10_000) {
  /** The least recently used first. */
  const valid = new Set<string>()
  return {
    record(hash: Buffer, isValid: boolean): void {
      const name = hash.toString('base64')
      valid.delete(name)
      if (isValid) valid.add(name)
      if (valid.size > maxRemembered) valid.delete(valid.values().next().value!)
    },
    has: (hash: Buffer): boolean => valid.has(hash.toString('base64')),
  }
}
