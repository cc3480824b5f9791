import { createOutbox, type Outbox } from './outbox.ts'
import { createReceivers, type Receivers } from './receivers.ts'
import { createReplies, type Replies } from './replies.ts'
import { createReports, type Reports } from './reports.ts'
import { createScripts, type Scripts } from './scripts.ts'

/** Everything that `POST /reset` clears. */
export type SimulatorState = {
  outbox: Outbox
  replies: Replies
  scripts: Scripts
  reports: Reports
  receivers: Receivers
  reset: () => void
}

export function createState(): SimulatorState {
  const outbox = createOutbox()
  const replies = createReplies()
  const scripts = createScripts()
  const reports = createReports()
  const receivers = createReceivers()
  return {
    outbox,
    replies,
    scripts,
    reports,
    receivers,
    reset() {
      outbox.clear()
      replies.clear()
      scripts.clear()
      reports.reset()
      receivers.clear()
    },
  }
}
