export type ByteBudget = ReturnType<typeof createByteBudget>
export type Reservation = ReturnType<ByteBudget['open']>
export type Party = {
  name: string
  /** When the share of the party is used up: true evicts its own oldest reservation, false refuses a new one. */
  evictsOldest: boolean
}

type Share = { bytes: number; reservations: number; evictable: Set<Entry> }
type Entry = { release: () => void; evict: () => void }

/**
 * Limits the bytes that a process buffers for its callers: in total, and per party. When the budget is used up, the oldest
 * reservation that waits for its client is evicted, so that slow clients make room for fast ones.
 */
export function createByteBudget(
  { totalBytes, shareBytes }: { totalBytes: number; shareBytes: number },
  onChange: (reservedBytes: number) => void,
) {
  const shares = new Map<string, Share>()
  // Sets preserve the order of insertion, so their first member is the oldest.
  const evictable = new Set<Entry>()
  let reservedBytes = 0

  /** Returns whether there is room. The requesting entry is not evicted for itself: if it is the oldest, there is none. */
  function makeRoom(from: Set<Entry>, requesting: Entry, hasRoom: () => boolean): boolean {
    while (!hasRoom()) {
      const [oldest] = from
      if (oldest === undefined || oldest === requesting) return false
      oldest.release()
      oldest.evict()
    }
    return true
  }

  /** `evict` is called at most once, after the bytes were released. */
  function open(party: Party, evict: () => void) {
    const share = shares.get(party.name) ?? { bytes: 0, reservations: 0, evictable: new Set<Entry>() }
    shares.set(party.name, share)
    share.reservations++
    let ownBytes = 0
    let isPinned = false
    let isReleased = false
    const add = (bytes: number): void => {
      ownBytes += bytes
      share.bytes += bytes
      reservedBytes += bytes
      onChange(reservedBytes)
    }
    /** From now on it waits for the service and not for its client, so it is not evicted. */
    const pin = (): void => {
      isPinned = true
      evictable.delete(entry)
      share.evictable.delete(entry)
    }
    /** A second call has no effect. */
    const release = (): void => {
      if (isReleased) return
      isReleased = true
      pin()
      add(-ownBytes)
      if (--share.reservations === 0) shares.delete(party.name)
    }
    const entry: Entry = { release, evict }
    return {
      /** Returns `share` or `budget` when that is used up; then nothing is reserved. */
      reserve(bytes: number): 'reserved' | 'share' | 'budget' {
        if (isReleased) return 'budget'
        const fitsShare = (): boolean => share.bytes + bytes <= shareBytes
        const fitsBudget = (): boolean => reservedBytes + bytes <= totalBytes
        if (!(party.evictsOldest ? makeRoom(share.evictable, entry, fitsShare) : fitsShare())) return 'share'
        if (!makeRoom(evictable, entry, fitsBudget)) return 'budget'
        add(bytes)
        if (!isPinned) {
          evictable.add(entry)
          share.evictable.add(entry)
        }
        return 'reserved'
      },
      reduce: (bytes: number): void => add(-Math.min(bytes, ownBytes)),
      pin,
      release,
    }
  }
  return { open, reservedBytes: (): number => reservedBytes }
}
