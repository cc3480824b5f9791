import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type Attributes as SpanAttributes,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { Attributes, TraceContext, Work, WorkKind } from '../tracing.ts'

const kinds: Record<WorkKind, SpanKind> = {
  request: SpanKind.SERVER,
  transaction: SpanKind.INTERNAL,
  job: SpanKind.CONSUMER,
  submission: SpanKind.CLIENT,
  report: SpanKind.INTERNAL,
  task: SpanKind.INTERNAL,
}

/** Makes spans of units of work. They are not propagated by this SDK: each work states its parent. */
export function createSpans(tracer: Tracer) {
  const spans = new WeakMap<Work, Span>()
  /** The requests in progress, so that a request also links the transaction that it shares with others. */
  const requests = new Map<TraceContext, Span>()

  return {
    start(work: Work): void {
      const links = work.links.map((link) => ({ context: parseContext(link) }))
      const span = tracer.startSpan(work.name, { kind: kinds[work.kind], links }, parentOf(work))
      spans.set(work, span)
      work.context = formatContext(span.spanContext())
      if (work.kind === 'request' && work.context !== undefined) requests.set(work.context, span)
      if (work.kind === 'transaction')
        for (const link of work.links) requests.get(link)?.addLink({ context: span.spanContext() })
    },
    end(work: Work): void {
      if (work.context !== undefined) requests.delete(work.context)
      const span = spans.get(work)
      if (span === undefined) return
      span.updateName(work.name)
      span.setAttributes(attributesOf(work.attributes))
      if (work.errorCode !== null) {
        span.setAttribute('error.type', work.errorCode)
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end()
    },
  }
}

function parentOf({ parent }: Work): Context {
  if (parent === undefined) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, parseContext(parent))
}

/** An invalid one, as another release might store it, is like none. */
function parseContext(context: TraceContext): SpanContext {
  const [, traceId = '', spanId = '', flags = ''] = context.split('-')
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}

const formatContext = (context: SpanContext): TraceContext | undefined =>
  isSpanContextValid(context)
    ? `00-${context.traceId}-${context.spanId}-${context.traceFlags.toString(16).padStart(2, '0')}`
    : undefined

/** The duration of a span is its own, and what is absent is left out. */
function attributesOf(attributes: Attributes): SpanAttributes {
  const stated: SpanAttributes = {}
  for (const [name, value] of Object.entries(attributes))
    if (
      (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') &&
      name !== 'milliseconds'
    )
      stated[name.includes('.') ? name : `tidings.${name}`] = value
  return stated
}
