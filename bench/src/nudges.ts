import { join } from 'node:path'
import { type BenchService, withService } from './bench-service.ts'
import { comparisonTable, measureVariants, type Sample } from './compare.ts'
import type { Options as DrainOptions, Report as DrainReport } from './drain-queue.ts'
import { writeResults } from './figures.ts'
import { queueEmails } from './fill.ts'
import { requestJson } from './http-client.ts'
import { type Line, type Process, runProgram } from './processes.ts'
import { cpuClock, cpuClockWithChildren, startCpuClocks } from './processor-time.ts'
import type { Options as SubmitOptions, Report as SubmitReport } from './submit-emails.ts'

const warmUpEmails = 2_000

/** Compares emails sent by one worker with empty jobs in the engine, and with emails submitted without jobs. */
export function benchNudges(rounds: number, count: number): Promise<void> {
  return withService(async (service) => {
    const worker = await service.startWorker()
    const all = service.shops.map(({ uuid }) => uuid)
    await sendEmails(service, worker, all, 'auto', warmUpEmails)
    const rows = await measureVariants(rounds, [
      ['(a) the engine only, empty jobs', () => drain(service, all, count)],
      ['(b) the emails only, written and submitted', () => submit(service, count)],
      [`(c) emails of ${all.length} businesses`, () => sendEmails(service, worker, all, 'manual', count)],
      ['(d) emails of one business', () => sendEmails(service, worker, all.slice(0, 1), 'manual', count)],
      ['(e) as (c), reported delivered, with their events', () => sendEmails(service, worker, all, 'auto', count)],
    ])
    process.stdout.write(comparisonTable(`median of ${rounds} rounds of ${count}`, rows))
    writeResults('nudges', { rounds, count, rows })
  })
}

async function drain({ databaseUrl, postmaster }: BenchService, businessIds: string[], count: number): Promise<Sample> {
  const options: DrainOptions = { databaseUrl, postmaster, businessIds, count }
  const { seconds, milliseconds } = await runProgram<DrainReport>(join(import.meta.dirname, 'drain-queue.ts'), options)
  return { perSecond: count / seconds, milliseconds }
}

async function submit(service: BenchService, count: number): Promise<Sample> {
  await resetSimulator(service, 'manual')
  const { smtpPort } = service.simulators[0]!
  const options: SubmitOptions = { smtpPort, simulator: service.simulatorProcess.pid, warmUp: warmUpEmails, count }
  const { seconds, milliseconds } = await runProgram<SubmitReport>(
    join(import.meta.dirname, 'submit-emails.ts'),
    options,
  )
  return { perSecond: count / seconds, milliseconds }
}

/** Measures from the first stored acceptance to the last one or, with reports, to the last stored delivery report. */
async function sendEmails(
  service: BenchService,
  worker: Process,
  businessIds: string[],
  reports: 'auto' | 'manual',
  count: number,
): Promise<Sample> {
  await resetSimulator(service, reports)
  const accepted = worker.waitForLogLines(count, isAccepted)
  const ended = reports === 'auto' ? service.api.waitForLogLines(count, isReport) : accepted
  await queueEmails(service.databaseUrl, businessIds, count)
  const cpuPerItem = startCpuClocks({
    worker: cpuClock(worker.pid),
    postgres: cpuClockWithChildren(service.postmaster),
    simulator: cpuClock(service.simulatorProcess.pid),
    api: cpuClock(service.api.pid),
  })
  const [{ first }, { last }] = await Promise.all([accepted, ended])
  return { perSecond: (count * 1000) / (last - first), milliseconds: cpuPerItem(count) }
}

/** Empties the simulator's outbox, so that earlier emails do not slow it down. */
async function resetSimulator({ simulators }: BenchService, mode: 'auto' | 'manual'): Promise<void> {
  const { url } = simulators[0]!
  await requestJson('POST', `${url}/reset`)
  await requestJson('POST', `${url}/reports`, { body: { mode } })
}

function isAccepted({ msg, outcome }: Line): boolean {
  if (msg !== 'nudge') return false
  if (outcome !== 'accepted') throw new Error(`an email was ${String(outcome)}`)
  return true
}

function isReport({ msg, operation, status }: Line): boolean {
  if (msg !== 'request' || operation !== 'emailCallback') return false
  if (status !== 200) throw new Error(`a report got the response ${String(status)}`)
  return true
}
