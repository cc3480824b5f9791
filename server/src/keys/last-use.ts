import type { Database } from '../db/database.ts'
import { type KeyUse, recordUses } from './sql.ts'

/** More keys of one hour are recorded more than once. */
const maxRemembered = 50_000

export type UseRecorder = {
  /** Returns at once. The recording may fail: then the use is missing, and no request. */
  record: (uses: KeyUse[]) => void
  /** Waits for what is being recorded. */
  finish: () => Promise<void>
}

/** Records in which hour a key was last used: at most once per key, hour and process, and not once per request. */
export function createUseRecorder(db: Database, onError: (error: unknown) => void): UseRecorder {
  let hour = 0
  /** The keys whose use in this hour was sent to the database. */
  const recorded = new Set<string>()
  const running = new Set<Promise<void>>()

  function isNew(use: KeyUse): boolean {
    if (use.hour.getTime() > hour) {
      hour = use.hour.getTime()
      recorded.clear()
    }
    if (recorded.has(use.keyId)) return false
    if (recorded.size === maxRemembered) recorded.clear()
    recorded.add(use.keyId)
    return true
  }

  return {
    record(uses) {
      const fresh = uses.filter(isNew)
      if (fresh.length === 0) return
      const written = db
        .all(recordUses, { uses: fresh })
        .then(() => undefined, onError)
        .finally(() => running.delete(written))
      running.add(written)
    },
    async finish() {
      await Promise.all(running)
    },
  }
}
