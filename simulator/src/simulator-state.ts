import { createOutbox, type Outbox } from './outbox.ts'
import { createReceivers, type Receivers } from './receivers.ts'
import { createReplies, type Replies } from './replies.ts'
import { createReports, type Reports } from './reports.ts'
import { createScripts, type Scripts } from './scripts.ts'
import { createTemplates, type Templates } from './templates.ts'

/** Everything that `POST /reset` clears. */
export type SimulatorState = {
  outbox: Outbox
  replies: Replies
  scripts: Scripts
  reports: Reports
  receivers: Receivers
  templates: Templates
  reset: () => void
}

export function createState(): SimulatorState {
  const outbox = createOutbox()
  const replies = createReplies()
  const scripts = createScripts()
  const reports = createReports()
  const receivers = createReceivers()
  const templates = createTemplates()
  return {
    outbox,
    replies,
    scripts,
    reports,
    receivers,
    templates,
    reset() {
      outbox.clear()
      replies.clear()
      scripts.clear()
      reports.reset()
      receivers.clear()
      templates.clear()
    },
  }
}
