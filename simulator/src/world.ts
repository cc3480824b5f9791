import { createOutbox, type Outbox } from './outbox.ts'
import { createScripts, type Scripts } from './scripts.ts'

/** What the providers know and how they behave: everything a reset forgets. */
export type World = { outbox: Outbox; scripts: Scripts; reset: () => void }

export function createWorld(): World {
  const outbox = createOutbox()
  const scripts = createScripts()
  return {
    outbox,
    scripts,
    reset() {
      outbox.clear()
      scripts.clear()
    },
  }
}
