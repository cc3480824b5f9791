export type ByteBudget = ReturnType<typeof createByteBudget>
export type Hold = ReturnType<ByteBudget['open']>
export type Party = {
  name: string
  /** What happens when its share is used up: true evicts its own oldest hold, false refuses what comes. */
  evictsItsOldest: boolean
}

type Share = { bytes: number; holds: number; evictable: Set<Entry> }
type Entry = { release: () => void; evict: () => void }

/**
 * How many bytes a process holds for its callers: in all, and of one party. When the budget is used up, the oldest hold that waits
 * for its client is evicted, so that whoever is slow makes room for whoever is not.
 */
export function createByteBudget(
  { totalBytes, shareBytes }: { totalBytes: number; shareBytes: number },
  onChange: (heldBytes: number) => void,
) {
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

  /** `evict` is called at most once, after the bytes were released. */
  function open(party: Party, evict: () => void) {
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
    /** From now on it waits for us and not for its client, and is not evicted. */
    const pin = (): void => {
      isPinned = true
      evictable.delete(entry)
      share.evictable.delete(entry)
    }
    /** A second time does nothing. */
    const release = (): void => {
      if (isReleased) return
      isReleased = true
      pin()
      add(-ownBytes)
      if (--share.holds === 0) shares.delete(party.name)
    }
    const entry: Entry = { release, evict }
    return {
      /** `share` or `budget` says what is used up. Then nothing was added. */
      take(bytes: number): 'taken' | 'share' | 'budget' {
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
      give: (bytes: number): void => add(-Math.min(bytes, ownBytes)),
      pin,
      release,
    }
  }
  return { open, heldBytes: (): number => heldBytes }
}
