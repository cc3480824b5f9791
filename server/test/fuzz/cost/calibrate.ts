import type { MeasuredService } from '../../harness/measured-service.ts'
import type { Curve } from './curve.ts'
import { goodRequests } from './good-requests.ts'
import { type Metered, meter } from './meter.ts'
import { fromAddress, type Kind } from './request.ts'
import { type Response, send } from './send.ts'
import type { CostTarget } from './target.ts'

/** For each kind of request, the cost of good ones by size. */
export type Curves = Record<Kind, Curve>

const rounds = 3

/** Measures the cost of good requests of each kind and size for this process on this machine. */
export async function calibrate(running: MeasuredService, target: CostTarget): Promise<Curves> {
  // The first round is not counted: it compiles the code and fills the caches.
  await measureCurves(running, target, 'warm-up', 1)
  return measureCurves(running, target, 'calibration', rounds)
}

async function measureCurves(
  running: MeasuredService,
  target: CostTarget,
  name: string,
  times: number,
): Promise<Curves> {
  const measure = (kind: Kind) =>
    measureCurve(kind, times, (bytes, round) => {
      const salts = Array.from({ length: requestsOf(bytes) }, (_, index) => `${name}-${bytes}-${round}-${index}`)
      const requests = salts.map((salt) => encodeGood(goodRequests[kind].write(target, bytes, salt)))
      return meter(running, () => send(running.url, requests))
    })
  return {
    operation: await measure('operation'),
    batch: await measure('batch'),
    callback: await measure('callback'),
    page: await measure('page'),
  }
}

/** The cost of one small request is below the resolution of the processor clock, so several are measured together. */
const requestsOf = (bytes: number): number => (bytes > 100_000 ? 1 : 8)

type Run = (bytes: number, round: number) => Promise<Metered<Response[]>>

/** The median cost at each size, up to the largest size that the service accepts. */
async function measureCurve(kind: Kind, times: number, run: Run): Promise<Curve> {
  const curve: { bytes: number; milliseconds: number }[] = []
  for (const bytes of goodRequests[kind].sizes) {
    const costs: number[] = []
    for (let round = 0; round < times; round++) {
      const { result, processorMilliseconds } = await run(bytes, round)
      const refused = result.find(({ status }) => status === null || status >= 400)
      if (refused !== undefined && curve.length > 0) return curve
      if (refused !== undefined) throw new Error(`a good ${kind} request of ${bytes} bytes got ${refused.status}`)
      costs.push(processorMilliseconds / requestsOf(bytes))
    }
    curve.push({ bytes, milliseconds: costs.toSorted((one, two) => one - two)[(times - 1) / 2]! })
  }
  return curve
}

let nextAddress = 0

function encodeGood({ head: [line, ...headers], body }: { head: string[]; body: string }): Buffer {
  const type = headers.some((header) => header.startsWith('Content-Type')) ? [] : ['Content-Type: application/json']
  const lines = [
    `${line} HTTP/1.1`,
    'Host: fuzz',
    fromAddress(nextAddress++),
    ...headers,
    ...type,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
