import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { tracedEnvironment } from '../../server/test/harness/traced-environment.ts'
import { type BenchService, withService } from './bench-service.ts'
import { comparisonTable, measureVariants, type Sample, type Variant } from './compare.ts'
import { median, rounded, table, writeResults } from './figures.ts'
import { deleteQueued, queueEmails } from './fill.ts'
import { requestJson } from './http-client.ts'
import { type Process, runProgram } from './processes.ts'
import { cpuClock, cpuClockWithChildren, startCpuClocks } from './processor-time.ts'
import type { Options as WorkOptions, Report as WorkReport } from './trace-work.ts'

const emailsPerRound = 4_000

/** What a push and an email cost without tracing, with a tenth of the traces sampled, and with all of them. */
export function benchTraces(rounds: number, seconds: number): Promise<void> {
  return withService(async (service) => {
    const sink = await startSink()
    // As in production: the tests export sooner.
    const { OTEL_BSP_SCHEDULE_DELAY: _, ...traced } = tracedEnvironment(sink.url)
    const environments = {
      '(a) tracing off': {},
      '(b) a tenth sampled': {
        ...traced,
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.1',
      },
      '(c) all sampled': traced,
    }
    try {
      await reportWork(rounds, environments)
      const pushes = await pushVariants(service, seconds, environments)
      await report('traces-pushes', 'single pushes, 64 connections', rounds, pushes)
      await deleteQueued(service.databaseUrl)
      const workers = await startWorkers(service, environments)
      const emails = workers.map(([name, worker]): Variant => [name, () => sendEmails(service, worker)])
      await report('traces-emails', `${emailsPerRound} emails`, rounds, emails)
      process.stdout.write(`the sink received ${sink.receivedMegabytes()} MB\n`)
    } finally {
      sink.close()
    }
  })
}

const workFile = join(import.meta.dirname, 'trace-work.ts')
/** So large that nothing is dropped: the program publishes faster than a service. */
const unlimited = { OTEL_BSP_MAX_QUEUE_SIZE: '1000000' }

/** What publishing and exporting takes by itself. It depends less on other load than the service does. */
async function reportWork(rounds: number, environments: Environments): Promise<void> {
  const options: WorkOptions = { warmUp: 20_000, count: 40_000 }
  const rows: [name: string, microseconds: number][] = []
  for (const [name, environment] of Object.entries(environments)) {
    const measured: number[] = []
    for (let round = 0; round < rounds; round++) {
      const { microseconds } = await runProgram<WorkReport>(workFile, options, { ...environment, ...unlimited })
      measured.push(microseconds)
    }
    rows.push([name, rounded(median(measured), 1)])
  }
  process.stdout.write(`${table(['the spans of a push and its email', 'microseconds'], rows)}\n`)
  writeResults('traces-work', { rounds, rows })
}

async function report(name: string, title: string, rounds: number, variants: Variant[]): Promise<void> {
  // Until the code is compiled and the plans are made.
  for (const [, measure] of variants) await measure()
  const rows = await measureVariants(rounds, variants)
  process.stdout.write(`${comparisonTable(title, rows)}\n`)
  writeResults(name, { rounds, rows })
}

type Environments = Record<string, Record<string, string>>

async function pushVariants(service: BenchService, seconds: number, environments: Environments): Promise<Variant[]> {
  const variants: Variant[] = []
  for (const [name, environment] of Object.entries(environments)) {
    const api = await service.startOtherApi(environment)
    variants.push([
      name,
      async (): Promise<Sample> => {
        const used = startCpuClocks({ service: cpuClock(api.pid), database: cpuClockWithChildren(service.postmaster) })
        const { pushes, seconds: took } = await api.load({ connections: 64, seconds, pushesPerRequest: 1 })
        return { perSecond: pushes / took, milliseconds: used(pushes) }
      },
    ])
  }
  return variants
}

/** The workers take from the same queue, so all but one are paused by a signal. */
async function startWorkers(
  service: BenchService,
  environments: Environments,
): Promise<[name: string, worker: Process][]> {
  const workers: [name: string, worker: Process][] = []
  for (const [name, environment] of Object.entries(environments)) {
    const worker = await service.startWorker(environment)
    process.kill(worker.pid, 'SIGSTOP')
    workers.push([name, worker])
  }
  return workers
}

async function sendEmails(
  { databaseUrl, postmaster, shops, simulators }: BenchService,
  worker: Process,
): Promise<Sample> {
  const { url } = simulators[0]!
  await requestJson('POST', `${url}/reset`)
  await requestJson('POST', `${url}/reports`, { body: { mode: 'manual' } })
  const businessIds = shops.map(({ uuid }) => uuid)
  process.kill(worker.pid, 'SIGCONT')
  const accepted = worker.waitForLogLines(
    emailsPerRound,
    ({ msg, outcome }) => msg === 'nudge' && outcome === 'accepted',
  )
  const used = startCpuClocks({ worker: cpuClock(worker.pid), database: cpuClockWithChildren(postmaster) })
  await queueEmails(databaseUrl, businessIds, emailsPerRound)
  const { first, last } = await accepted
  const milliseconds = used(emailsPerRound)
  process.kill(worker.pid, 'SIGSTOP')
  return { perSecond: (emailsPerRound * 1000) / (last - first), milliseconds }
}

/** Reads what is exported and discards it. */
async function startSink() {
  let bytes = 0
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    request.once('end', () => response.end('{}'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    receivedMegabytes: () => Math.round(bytes / 1e6),
    close: () => server.closeAllConnections(),
  }
}
