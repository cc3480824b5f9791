import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** What was asked of the service, and what came back. Times are milliseconds of the machine's clock, here and below. */
export type Call = {
  kind: 'call'
  place: string
  shop: string
  operation: Operation
  path: string
  key: string | null
  /** As it was sent; null where there was none. */
  body: string | null
  askedAt: number
  endedAt: number
  /** Null: no answer came. */
  status: number | null
  text: string
  /** Of a request that is wrong on purpose: what it must be answered with, if it is answered. */
  mustBe?: number
}
export type Operation = 'push' | 'batch' | 'retract' | 'resend' | 'erase' | 'read' | 'wrong'

/** The moment at which a retraction, a stop or an open was known to be committed, and how the sends it is about stood then. */
export type Barrier = {
  kind: 'barrier'
  cause: 'retract' | 'stop' | 'open'
  at: number
  messageId: string
  sends: StoodAt[]
}
export type StoodAt = { id: string; state: string; attempts: number }

/** From here on nothing may hold these words: the first is in the address, and in everything that was sent to it. */
export type Erasure = { kind: 'erasure'; at: number; canaries: string[] }

/** Something bad, from its beginning to its end, and how long afterwards everything worked again. */
export type Fault = {
  kind: 'fault'
  name: string
  detail: string
  from: number
  until: number
  recoverySeconds: number
}

export type ClockStep = { kind: 'step'; at: number; seconds: number }
/** How one process was. `ready` is the status of /readyz, null where no answer came. */
export type Sample = {
  kind: 'sample'
  place: string
  pid: number | null
  at: number
  ready: number | null
  bytes: number | null
}
/** A process ended without having been told to. */
export type Crash = { kind: 'crash'; place: string; at: number }
/** How much was due and still undone so long after the last fault. */
export type Overdue = { kind: 'overdue'; at: number; secondsAfterRecovery: number; sends: number; deliveries: number }

type Entry = Call | Barrier | Erasure | Fault | ClockStep | Sample | Crash | Overdue
type Kind = Entry['kind']

export type History = {
  record: (entry: Entry) => void
  all: <K extends Kind>(kind: K) => Extract<Entry, { kind: K }>[]
  close: () => void
}

/** Everything that happened, in the order it ended, kept and written to a file as lines of JSON. */
export function openHistory(folder: string): History {
  const output = openSync(join(folder, 'history.jsonl'), 'w')
  const entries = new Map<Kind, Entry[]>()
  return {
    record(entry) {
      writeSync(output, `${JSON.stringify(entry)}\n`)
      const kept = entries.get(entry.kind)
      if (kept === undefined) entries.set(entry.kind, [entry])
      else kept.push(entry)
    },
    all: <K extends Kind>(kind: K) => (entries.get(kind) ?? []) as Extract<Entry, { kind: K }>[],
    close: () => closeSync(output),
  }
}
