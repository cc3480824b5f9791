import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { LostSpans } from '../tracing.ts'

/** One message a minute: a sink can be down for hours. */
const reportEveryMilliseconds = 60_000

/** Reports lost spans, the first at once and then their sum at intervals. */
export function createLossReporter(report: (lost: LostSpans) => void, everyMilliseconds = reportEveryMilliseconds) {
  let spans = 0
  let reportedAt = Number.NEGATIVE_INFINITY
  return (count: number, code: string): void => {
    spans += count
    const now = performance.now()
    if (now - reportedAt < everyMilliseconds) return
    reportedAt = now
    report({ spans, code })
    spans = 0
  }
}

/** Counts the spans that the exporter could not deliver. Its error can contain what the sink wrote, so only a code is reported. */
export const countingLosses = (
  exporter: SpanExporter,
  onLoss: (spans: number, code: string) => void,
): SpanExporter => ({
  export(spans: ReadableSpan[], done) {
    exporter.export(spans, (result) => {
      if (result.error !== undefined) onLoss(spans.length, codeOf(result.error))
      done(result)
    })
  },
  forceFlush: async () => exporter.forceFlush?.(),
  shutdown: () => exporter.shutdown(),
})

function codeOf(error: Error): string {
  const { code } = error as { code?: string | number }
  return code === undefined ? error.name : String(code)
}
