/**
 * How many bytes a process holds for its callers: in all, and of one party. When the budget is used up, the oldest hold that waits
 * for its client is evicted, so that whoever is slow makes room for whoever is not.
 */
export type ByteBudget = {
  /** `evict` is called at most once, after the bytes were released. */
  open: (party: Party, evict: () => void) => Hold
  heldBytes: () => number
}

export type Party = {
  name: string
  /** What happens when its share is used up: true evicts its own oldest hold, false refuses what comes. */
  evictsItsOldest: boolean
}

export type Hold = {
  /** `share` or `budget` says what is used up. Then nothing was added. */
  take: (bytes: number) => 'taken' | 'share' | 'budget'
  give: (bytes: number) => void
  /** From now on it waits for us and not for its client, and is not evicted. */
  pin: () => void
  /** A second time does nothing. */
  release: () => void
}

type Share = { bytes: number; holds: number; evictable: Set<Entry> }
type Entry = { release: () => void; evict: () => void }

export function createByteBudget(
  { totalBytes, shareBytes }: { totalBytes: number; shareBytes: number },
  onChange: (heldBytes: number) => void,
): ByteBudget {
  const shares = new Map<string, Share>()
  // Sets keep the order of insertion, so their first member is the oldest.
  const evictable = new Set<Entry>()
  let heldBytes = 0

  /** True when there is room. What asks may itself be the oldest: then there is none. */
  function makeRoom(from: Set<Entry>, asking: Entry, hasRoom: () => boolean): boolean {
    while (!hasRoom()) {
      const [oldest] = from
      if (oldest === undefined || oldest === asking) return false
      oldest.release()
      oldest.evict()
    }
    return true
  }

  function open(party: Party, evict: () => void): Hold {
    const share = shares.get(party.name) ?? { bytes: 0, holds: 0, evictable: new Set<Entry>() }
    shares.set(party.name, share)
    share.holds++
    let ownBytes = 0
    let isPinned = false
    let isReleased = false
    const add = (bytes: number): void => {
      ownBytes += bytes
      share.bytes += bytes
      heldBytes += bytes
      onChange(heldBytes)
    }
    const pin = (): void => {
      isPinned = true
      evictable.delete(entry)
      share.evictable.delete(entry)
    }
    const release = (): void => {
      if (isReleased) return
      isReleased = true
      pin()
      add(-ownBytes)
      if (--share.holds === 0) shares.delete(party.name)
    }
    const entry: Entry = { release, evict }
    return {
      take(bytes) {
        if (isReleased) return 'budget'
        const fitsShare = (): boolean => share.bytes + bytes <= shareBytes
        const fitsBudget = (): boolean => heldBytes + bytes <= totalBytes
        if (!(party.evictsItsOldest ? makeRoom(share.evictable, entry, fitsShare) : fitsShare())) return 'share'
        if (!makeRoom(evictable, entry, fitsBudget)) return 'budget'
        add(bytes)
        if (!isPinned) {
          evictable.add(entry)
          share.evictable.add(entry)
        }
        return 'taken'
      },
      give: (bytes) => add(-Math.min(bytes, ownBytes)),
      pin,
      release,
    }
  }
  return { open, heldBytes: () => heldBytes }
}
