import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type DiagLogger, DiagLogLevel, diag } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { channels, type Flush, type LostSpans, type Work } from '../tracing.ts'
import { countingLosses, createLossReporter } from './exporting.ts'
import { createSampler } from './samplers.ts'
import { readTelemetrySettings } from './settings.ts'
import { createSpans } from './spans.ts'

/** Loaded by `node --import` before the program: makes spans of the published work and exports them (0067). */
function register(): void {
  const { sampler, ratio, batch } = readTelemetrySettings(process.env)
  const onLoss = createLossReporter((lost) => channels.lost.publish(lost satisfies LostSpans))
  // The messages of the SDK can contain what the sink wrote. Failed exports are counted by the exporter, so what remains is that
  // its queue is full.
  diag.setLogger(onlyDropped(onLoss), DiagLogLevel.WARN)
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': `tidings-${role()}`, 'service.namespace': 'tidings' }))
      .merge(resourceFromAttributes({ 'service.instance.id': randomUUID() }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: createSampler(sampler, ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter: countingLosses(new OTLPTraceExporter(), onLoss), ...batch })],
  })
  const spans = createSpans(provider.getTracer('tidings'))
  channels.started.subscribe((work) => spans.start(work as Work))
  channels.ended.subscribe((work) => spans.end(work as Work))
  channels.flush.subscribe((flush) => (flush as Flush).pending.push(provider.shutdown().catch(() => undefined)))
}

/** The role of the program, which reads its options itself. */
function role(): string {
  const { values } = parseArgs({ options: { role: { type: 'string' } }, strict: false })
  return typeof values.role === 'string' ? values.role : 'all'
}

function onlyDropped(onLoss: (spans: number, code: string) => void): DiagLogger {
  const ignore = (): void => undefined
  const warn = (message: string): void => {
    const dropped = /^Dropped (\d+) spans/.exec(message)
    if (dropped !== null) onLoss(Number(dropped[1]), 'queue_full')
  }
  return { warn, error: ignore, info: ignore, debug: ignore, verbose: ignore }
}

register()
