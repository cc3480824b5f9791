import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditAction } from '../../src/audit/actions.ts'

/** One request and its response. Times are milliseconds of the machine's clock, here and below. */
export type Call = {
  kind: 'call'
  processName: string
  shop: string
  operation: Operation
  path: string
  key: string | null
  /** As it was sent; null if the request had none. */
  body: string | null
  startedAt: number
  endedAt: number
  /** Null if no response came. */
  status: number | null
  text: string
  /** Of a request that is wrong on purpose: the status it must get if it gets a response. */
  expectedStatus?: number
}
export type Operation = 'push' | 'batch' | 'retract' | 'resend' | 'erase' | 'read' | 'advance' | 'wrong'

/** The time at which a retraction, a stop or an open was known to be committed, and the nudges it forbids at that time. */
export type Barrier = {
  kind: 'barrier'
  cause: 'retract' | 'stop' | 'open'
  at: number
  messageId: string
  nudges: NudgeSnapshot[]
}
export type NudgeSnapshot = { id: string; state: string; attempts: number }

/** From now on no table, log or webhook may contain the canaries; the first is in the address and in every message to it. */
export type Erasure = { kind: 'erasure'; at: number; canaries: string[] }

/** An injected fault, and how many seconds after its end everything worked again. */
export type Fault = {
  kind: 'fault'
  name: string
  detail: string
  from: number
  until: number
  recoverySeconds: number
}

export type ClockStep = { kind: 'step'; at: number; seconds: number }
/** The state of one process. `ready` is the status of /readyz, or null if no response came. */
export type Sample = {
  kind: 'sample'
  processName: string
  pid: number | null
  at: number
  ready: number | null
  bytes: number | null
}
/** A process exited without having been signalled. */
export type Crash = { kind: 'crash'; processName: string; at: number }
/** How much due work was still not done this long after the last fault. */
export type Overdue = { kind: 'overdue'; at: number; secondsAfterRecovery: number; nudges: number; deliveries: number }

/** A link of an email or a text that was followed. `status` is null if no response came. */
export type Visit = { kind: 'visit'; at: number; path: string; status: number | null }
/** The end of a key rotation. `problem` states that a stored secret still needs an older key. */
export type Reseal = { kind: 'reseal'; at: number; problem: string | null }

/** A period in which sending was paused by an operator. At its beginning every worker had ended its submissions in progress. */
export type Hold = { kind: 'hold'; from: number; until: number }

/**
 * A form that a member submitted in the dashboard. `once` identifies the form, or the submission of a form without a key. `target` is
 * the message, or the business for an act on a recipient.
 */
export type MemberAct = {
  kind: 'act'
  at: number
  action: AuditAction
  once: string
  target: string
  isAcknowledged: boolean
}

type Entry = MemberAct | Call | Barrier | Erasure | Fault | ClockStep | Sample | Crash | Overdue | Visit | Reseal | Hold
type Kind = Entry['kind']

export type History = {
  record: (entry: Entry) => void
  all: <K extends Kind>(kind: K) => Extract<Entry, { kind: K }>[]
  close: () => void
}

/** Records every entry in memory and as a line of JSON in a file. */
export function openHistory(folder: string): History {
  const output = openSync(join(folder, 'history.jsonl'), 'w')
  const entries = new Map<Kind, Entry[]>()
  return {
    record(entry) {
      writeSync(output, `${JSON.stringify(entry)}\n`)
      const recorded = entries.get(entry.kind)
      if (recorded === undefined) entries.set(entry.kind, [entry])
      else recorded.push(entry)
    },
    all: <K extends Kind>(kind: K) => (entries.get(kind) ?? []) as Extract<Entry, { kind: K }>[],
    close: () => closeSync(output),
  }
}
