import { createOutbox, type Outbox } from './outbox.ts'
import { createReceivers, type Receivers } from './receivers.ts'
import { createReplies, type Replies } from './replies.ts'
import { createReports, type Reports } from './reports.ts'
import { createScripts, type Scripts } from './scripts.ts'

/** What providers, recipients and merchants know, how they behave and what they have yet to tell: everything a reset forgets. */
export type SimulatorState = {
  outbox: Outbox
  replies: Replies
  scripts: Scripts
  reports: Reports
  receivers: Receivers
  reset: () => void
}

export function createTestService(): SimulatorState {
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
