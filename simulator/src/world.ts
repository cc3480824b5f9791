import { createOutbox, type Outbox } from './outbox.ts'
import { createReports, type Reports } from './reports.ts'
import { createScripts, type Scripts } from './scripts.ts'

/** What the providers know, how they behave and what they have yet to tell: everything a reset forgets. */
export type World = { outbox: Outbox; scripts: Scripts; reports: Reports; reset: () => void }

export function createWorld(): World {
  const outbox = createOutbox()
  const scripts = createScripts()
  const reports = createReports()
  return {
    outbox,
    scripts,
    reports,
    reset() {
      outbox.clear()
      scripts.clear()
      reports.reset()
    },
  }
}
