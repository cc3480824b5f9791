import { join } from 'node:path'
import { ask } from './ask.ts'
import { compare, type Sample, takeTurns } from './contenders.ts'
import type { Orders as DrainOrders, Report as DrainReport } from './drain.ts'
import { keepResults } from './figures.ts'
import { queueEmails } from './fill.ts'
import type { Orders as MailOrders, Report as MailReport } from './mails.ts'
import { type Line, type Process, report } from './processes.ts'
import { clockOf, clockOfFamily, startClocks } from './processor-time.ts'
import { type World, withWorld } from './world.ts'

const warmUpEmails = 2_000

/** Emails through one worker, beside jobs that do nothing through the engine alone, and the emails without any job. */
export function benchNudges(rounds: number, count: number): Promise<void> {
  return withWorld(async (world) => {
    const worker = await world.startWorker()
    const all = world.shops.map(({ uuid }) => uuid)
    await sendEmails(world, worker, all, 'auto', warmUpEmails)
    const rows = await takeTurns(rounds, [
      ['(a) the engine alone, jobs that do nothing', () => drain(world, all, count)],
      ['(b) the emails alone, written and submitted', () => submit(world, count)],
      [`(c) emails of ${all.length} businesses`, () => sendEmails(world, worker, all, 'manual', count)],
      ['(d) emails of one business', () => sendEmails(world, worker, all.slice(0, 1), 'manual', count)],
      ['(e) as (c), reported delivered, with their events', () => sendEmails(world, worker, all, 'auto', count)],
    ])
    process.stdout.write(compare(`median of ${rounds} rounds of ${count}`, rows))
    keepResults('nudges', { rounds, count, rows })
  })
}

async function drain({ databaseUrl, postmaster }: World, businessIds: string[], count: number): Promise<Sample> {
  const orders: DrainOrders = { databaseUrl, postmaster, businessIds, count }
  const { seconds, milliseconds } = await report<DrainReport>(join(import.meta.dirname, 'drain.ts'), orders)
  return { perSecond: count / seconds, milliseconds }
}

async function submit(world: World, count: number): Promise<Sample> {
  await simulate(world, 'manual')
  const { smtpPort } = world.simulated[0]!
  const orders: MailOrders = { smtpPort, simulator: world.outside.pid, warmUp: warmUpEmails, count }
  const { seconds, milliseconds } = await report<MailReport>(join(import.meta.dirname, 'mails.ts'), orders)
  return { perSecond: count / seconds, milliseconds }
}

/** From the first email whose acceptance is stored to the last one; with reports, to the last one whose delivery is. */
async function sendEmails(
  world: World,
  worker: Process,
  businessIds: string[],
  reports: 'auto' | 'manual',
  count: number,
): Promise<Sample> {
  await simulate(world, reports)
  const accepted = worker.untilLogged(count, isAccepted)
  const ended = reports === 'auto' ? world.api.untilLogged(count, isReport) : accepted
  await queueEmails(world.databaseUrl, businessIds, count)
  const processors = startClocks({
    worker: clockOf(worker.pid),
    postgres: clockOfFamily(world.postmaster),
    simulator: clockOf(world.outside.pid),
    api: clockOf(world.api.pid),
  })
  const [{ first }, { last }] = await Promise.all([accepted, ended])
  return { perSecond: (count * 1000) / (last - first), milliseconds: processors(count) }
}

/** An empty mailbox every time: the simulator keeps what it gets. */
async function simulate({ simulated }: World, mode: 'auto' | 'manual'): Promise<void> {
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
