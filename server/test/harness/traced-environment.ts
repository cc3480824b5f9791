import { join } from 'node:path'

const register = join(import.meta.dirname, '../../src/telemetry/register.ts')

/** Makes a process export its spans to this sink, soon after they ended. */
export const tracedEnvironment = (sinkUrl: string): Record<string, string> => ({
  NODE_OPTIONS: `--import ${register}`,
  OTEL_EXPORTER_OTLP_ENDPOINT: sinkUrl,
  OTEL_BSP_SCHEDULE_DELAY: '100',
})
