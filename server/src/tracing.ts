import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'

/**
 * Publishes units of work, from which `telemetry/` makes spans if it is loaded (0067). Without a subscriber nothing here makes an
 * object or runs a statement, and every context is undefined.
 */

/** A W3C traceparent: the trace, the span in it and whether it is sampled. Random numbers and a flag, so it may be stored. */
export type TraceContext = string
/** What continues the trace of its cause. */
export type Traced = { trace?: TraceContext | undefined }
/**
 * A `request` is served, a `transaction` stores joined calls, a `job` is taken from a queue, a `submission` calls a server outside, a
 * `report` is one delivery report, and a `task` is scheduled.
 */
export type WorkKind = 'request' | 'transaction' | 'job' | 'submission' | 'report' | 'task'
/** Ids, names, counts and outcomes, as in a log line: never an address, number, text, path, key, token or secret. */
export type Attributes = Record<string, unknown>
export type Work = {
  kind: WorkKind
  name: string
  parent: TraceContext | undefined
  /** Related work that is not the parent. */
  links: TraceContext[]
  attributes: Attributes
  /** The code of a failure. A refusal, such as one by a provider, is an outcome and no failure. */
  errorCode: string | null
  /** Set by the subscriber that makes a span of this. */
  context: TraceContext | undefined
}
/** The subscriber adds a promise that resolves when it has exported what it has collected. */
export type Flush = { pending: Promise<void>[] }
/** Spans that were not exported since the last message. `code` is that of an error, or an HTTP status. */
export type LostSpans = { spans: number; code: string }

export const channels = {
  started: channel('tidings:work.started'),
  ended: channel('tidings:work.ended'),
  flush: channel('tidings:traces.flush'),
  lost: channel('tidings:traces.lost'),
}
const { started, ended } = channels
const current = new AsyncLocalStorage<TraceContext | undefined>()

export const isTraced = (): boolean => started.hasSubscribers

/** Null when nothing subscribes. */
export function startWork(
  kind: WorkKind,
  name: string,
  parent?: TraceContext,
  links: TraceContext[] = noLinks,
): Work | null {
  if (!started.hasSubscribers) return null
  const work = { kind, name, parent, links, attributes: {}, errorCode: null, context: undefined }
  started.publish(work)
  return work
}
const noLinks: TraceContext[] = []

export function endWork(work: Work, attributes: Attributes): void {
  Object.assign(work.attributes, attributes)
  ended.publish(work)
}

export function failWork(work: Work, error: unknown): void {
  work.errorCode = errorCode(error)
  ended.publish(work)
}

/** The message of an error can quote data, so it is not part of a trace. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return (error as NodeJS.ErrnoException).code ?? error.name
}

/** Runs this within the work, so that what it calls finds the context of the work. */
export const within = <T>(work: Work, run: () => T): T => current.run(work.context, run)

/**
 * Runs this without the context of the caller. A loop that works for many callers would otherwise continue the trace of the one that
 * started it.
 */
export const detached = (run: () => void): void => (started.hasSubscribers ? current.exit(run) : run())

/** The context of the work that this runs within. */
export const currentTrace = (): TraceContext | undefined => (started.hasSubscribers ? current.getStore() : undefined)

/** What the caller of a request sent as its own context, if it is well-formed. */
export const readTraceparent = (header: string | string[] | undefined): TraceContext | undefined =>
  typeof header === 'string' && /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/.test(header)
    ? header
    : undefined

/** The last digit has the sampled flag. */
export const isSampled = (trace: TraceContext): boolean => Number.parseInt(trace.slice(-1), 16) % 2 === 1

const flushMilliseconds = 2_000

/** Waits until the collected spans are exported, within a bound. */
export async function flushTraces(): Promise<void> {
  const { pending }: Flush = { pending: [] }
  channels.flush.publish({ pending })
  if (pending.length === 0) return
  const { promise: timeout, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, flushMilliseconds)
  await Promise.race([Promise.all(pending), timeout])
  clearTimeout(timer)
}

/** Calls `report` at most once a minute while spans are lost. */
export function onLostSpans(report: (lost: LostSpans) => void): void {
  channels.lost.subscribe((message) => report(message as LostSpans))
}
