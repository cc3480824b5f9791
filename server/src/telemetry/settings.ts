import { isSamplerName, type SamplerName } from './samplers.ts'

type Environment = Record<string, string | undefined>
export type TelemetrySettings = {
  sampler: SamplerName
  /** The part of the traces that is sampled. */
  ratio: number
  batch: {
    maxQueueSize: number
    maxExportBatchSize: number
    scheduledDelayMillis: number
    exportTimeoutMillis: number
  }
}

/**
 * The standard settings that the SDK does not read itself: those of the sampler and of the batches. As the specification requires, an
 * invalid value counts as absent. The exporter reads OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS and
 * OTEL_EXPORTER_OTLP_TIMEOUT, and the resource OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES.
 */
export function readTelemetrySettings(environment: Environment): TelemetrySettings {
  const number = (name: string, standard: number, isValid: (value: number) => boolean): number => {
    const text = environment[name]?.trim() ?? ''
    return text !== '' && isValid(Number(text)) ? Number(text) : standard
  }
  const count = (name: string, standard: number): number =>
    number(name, standard, (value) => Number.isSafeInteger(value) && value > 0)
  const maxQueueSize = count('OTEL_BSP_MAX_QUEUE_SIZE', 2_048)
  const sampler = environment['OTEL_TRACES_SAMPLER'] ?? ''
  return {
    sampler: isSamplerName(sampler) ? sampler : 'parentbased_always_on',
    ratio: number('OTEL_TRACES_SAMPLER_ARG', 1, (value) => value >= 0 && value <= 1),
    batch: {
      maxQueueSize,
      maxExportBatchSize: Math.min(maxQueueSize, count('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 512)),
      scheduledDelayMillis: count('OTEL_BSP_SCHEDULE_DELAY', 5_000),
      exportTimeoutMillis: count('OTEL_BSP_EXPORT_TIMEOUT', 30_000),
    },
  }
}
