import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from './simulator-client.ts'

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean }
type KeyValue = { key: string; value: Value }
type OtlpSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: KeyValue[]
  links: { traceId: string; spanId: string }[]
  status: { code?: number }
}
type OtlpRequest = {
  resourceSpans: { resource: { attributes: KeyValue[] }; scopeSpans: { spans: OtlpSpan[] }[] }[]
}
export type SinkSpan = Omit<OtlpSpan, 'attributes'> & {
  /** The name of the service that exported it. */
  service: unknown
  attributes: Record<string, unknown>
}

/** The kinds of spans in OTLP. */
export const kinds = { internal: 1, server: 2, client: 3, consumer: 5 }

/** Receives traces by OTLP over HTTP, as JSON. Without `isHanging` it accepts everything. */
export async function startOtlpSink({ isHanging = false } = {}) {
  const bodies: string[] = []
  const spans: SinkSpan[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      bodies.push(body)
      if (isHanging) return
      if (request.url === '/v1/traces') spans.push(...spansOf(JSON.parse(body) as OtlpRequest))
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const find = (isMatch: (span: SinkSpan) => boolean): SinkSpan[] => spans.filter(isMatch)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Every request body. */
    bodies,
    spans,
    find,
    /** Waits for a span that matches. */
    waitFor: (description: string, isMatch: (span: SinkSpan) => boolean): Promise<SinkSpan> =>
      until(`the span of ${description}`, async () => find(isMatch)[0]),
    stop: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const spansOf = ({ resourceSpans }: OtlpRequest): SinkSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        service: valuesOf(resource.attributes)['service.name'],
        attributes: valuesOf(span.attributes),
      })),
    ),
  )

const valuesOf = (attributes: KeyValue[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
