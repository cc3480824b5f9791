import { join } from 'node:path'
import { type BenchService, withService } from './bench-service.ts'
import { compare, type Sample, takeTurns } from './compare.ts'
import type { Orders as DrainOrders, Report as DrainReport } from './drain.ts'
import { keepResults } from './figures.ts'
import { queueEmails } from './fill.ts'
import { ask } from './http-client.ts'
import type { Orders as MailOrders, Report as MailReport } from './mails.ts'
import { type Line, type Process, report } from './processes.ts'
import { clockOf, clockOfFamily, startClocks } from './processor-time.ts'

const warmUpEmails = 2_000

/** Emails through one worker, beside jobs that do nothing through the engine alone, and the emails without any job. */
export function benchNudges(rounds: number, count: number): Promise<void> {
  return withService(async (service) => {
    const worker = await service.startWorker()
    const all = service.shops.map(({ uuid }) => uuid)
    await sendEmails(service, worker, all, 'auto', warmUpEmails)
    const rows = await takeTurns(rounds, [
      ['(a) the engine alone, jobs that do nothing', () => drain(service, all, count)],
      ['(b) the emails alone, written and submitted', () => submit(service, count)],
      [`(c) emails of ${all.length} businesses`, () => sendEmails(service, worker, all, 'manual', count)],
      ['(d) emails of one business', () => sendEmails(service, worker, all.slice(0, 1), 'manual', count)],
      ['(e) as (c), reported delivered, with their events', () => sendEmails(service, worker, all, 'auto', count)],
    ])
    process.stdout.write(compare(`median of ${rounds} rounds of ${count}`, rows))
    keepResults('nudges', { rounds, count, rows })
  })
}

async function drain({ databaseUrl, postmaster }: BenchService, businessIds: string[], count: number): Promise<Sample> {
  const orders: DrainOrders = { databaseUrl, postmaster, businessIds, count }
  const { seconds, milliseconds } = await report<DrainReport>(join(import.meta.dirname, 'drain.ts'), orders)
  return { perSecond: count / seconds, milliseconds }
}

async function submit(service: BenchService, count: number): Promise<Sample> {
  await simulate(service, 'manual')
  const { smtpPort } = service.simulated[0]!
  const orders: MailOrders = { smtpPort, simulator: service.outside.pid, warmUp: warmUpEmails, count }
  const { seconds, milliseconds } = await report<MailReport>(join(import.meta.dirname, 'mails.ts'), orders)
  return { perSecond: count / seconds, milliseconds }
}

/** From the first email whose acceptance is stored to the last one; with reports, to the last one whose delivery is. */
async function sendEmails(
  service: BenchService,
  worker: Process,
  businessIds: string[],
  reports: 'auto' | 'manual',
  count: number,
): Promise<Sample> {
  await simulate(service, reports)
  const accepted = worker.untilLogged(count, isAccepted)
  const ended = reports === 'auto' ? service.api.untilLogged(count, isReport) : accepted
  await queueEmails(service.databaseUrl, businessIds, count)
  const processors = startClocks({
    worker: clockOf(worker.pid),
    postgres: clockOfFamily(service.postmaster),
    simulator: clockOf(service.outside.pid),
    api: clockOf(service.api.pid),
  })
  const [{ first }, { last }] = await Promise.all([accepted, ended])
  return { perSecond: (count * 1000) / (last - first), milliseconds: processors(count) }
}

/** An empty mailbox every time: the simulator keeps what it gets. */
async function simulate({ simulated }: BenchService, mode: 'auto' | 'manual'): Promise<void> {
  const { url } = simulated[0]!
  await ask('POST', `${url}/reset`)
  await ask('POST', `${url}/reports`, { body: { mode } })
}

function isAccepted({ msg, outcome }: Line): boolean {
  if (msg !== 'nudge') return false
  if (outcome !== 'accepted') throw new Error(`an email was ${String(outcome)}`)
  return true
}

function isReport({ msg, operation, status }: Line): boolean {
  if (msg !== 'request' || operation !== 'emailCallback') return false
  if (status !== 200) throw new Error(`a report was answered ${String(status)}`)
  return true
}
