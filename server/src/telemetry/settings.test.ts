import { expect, test } from 'vitest'
import { readTelemetrySettings, type TelemetrySettings } from './settings.ts'

const standard: TelemetrySettings = {
  sampler: 'parentbased_always_on',
  ratio: 1,
  batch: { maxQueueSize: 2_048, maxExportBatchSize: 512, scheduledDelayMillis: 5_000, exportTimeoutMillis: 30_000 },
}
const { batch } = standard

test.each<[string, Record<string, string>, TelemetrySettings]>([
  ['nothing', {}, standard],
  [
    'a part of the traces',
    { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' },
    { ...standard, sampler: 'parentbased_traceidratio', ratio: 0.25 },
  ],
  ['an unknown sampler', { OTEL_TRACES_SAMPLER: 'jaeger_remote' }, standard],
  ['a ratio over 1', { OTEL_TRACES_SAMPLER_ARG: '2' }, standard],
  ['an empty ratio', { OTEL_TRACES_SAMPLER_ARG: '' }, standard],
  [
    'a small queue',
    { OTEL_BSP_MAX_QUEUE_SIZE: '100' },
    { ...standard, batch: { ...batch, maxQueueSize: 100, maxExportBatchSize: 100 } },
  ],
  ['a queue of zero', { OTEL_BSP_MAX_QUEUE_SIZE: '0' }, standard],
  [
    'delays',
    { OTEL_BSP_SCHEDULE_DELAY: '100', OTEL_BSP_EXPORT_TIMEOUT: '1000' },
    { ...standard, batch: { ...batch, scheduledDelayMillis: 100, exportTimeoutMillis: 1_000 } },
  ],
])('%s', (_, environment, expected) => {
  expect(readTelemetrySettings(environment)).toEqual(expected)
})
