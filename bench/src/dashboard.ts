import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../server/src/db/database.ts'
import { recount } from '../../server/src/figures/recount.ts'
import { formatId } from '../../server/src/ids.ts'
import { shopPath } from '../../server/src/shop-path.ts'
import { type BenchService, type Shop, withService } from './bench-service.ts'
import type { Options as PageOptions, Report as PageReport } from './dashboard-load.ts'
import { median, quantile, rounded, table, writeResults } from './figures.ts'
import { deleteQueued } from './fill.ts'
import { type Filled, fillBusiness, orderReference, recipientEmail, recipientPhone } from './fill-business.ts'
import type { Report } from './load.ts'
import { runProgram } from './processes.ts'
import { cpuClock, cpuClockWithChildren, startCpuClocks } from './processor-time.ts'
import { readSql, runSql } from './sql.ts'

const people = 50
const pauseMilliseconds = 2_000
const seconds = 30
const samples = 2_000
const pagesOfKind = 100

/** What people do, and how often. The script of a list asks for new messages as well. */
const weights: Record<string, number> = {
  'search by order number': 30,
  'message page': 20,
  'list of messages': 12,
  'new messages (script)': 20,
  'filter by outcome': 6,
  'search by last digits': 4,
  'search by address': 4,
  'list of recipients': 2,
  'recipient page': 6,
  figures: 4,
  credits: 2,
}

/**
 * Fifty people at the dashboard of a business with `messages` messages, while eight businesses push at half the rate that the
 * machine reaches. With BENCH_FOLDER the database remains in that folder, and the next run uses it again.
 */
export function benchDashboard(rounds: number, messages: number): Promise<void> {
  return withService(async (service) => {
    const { shop, filled } = await fillOnce(service, messages)
    const shops = [shop, ...service.shops.slice(1)]
    const web = await service.startWeb()
    await service.startWorker()
    const options = await pageOptions(service, shop, filled)
    const port = Number(new URL(web.url).port)

    const pages = await measurePages(service, web.pid, { ...options, port })
    const push = (rate?: number): Promise<Report> =>
      service.load(
        { connections: 64, seconds, pushesPerRequest: 1, ...(rate !== undefined && { requestsPerSecond: rate }) },
        shops,
      )
    await push()
    const full = median(await repeated(rounds, async () => rateOf(await push())))
    const runs: Run[] = []
    const times: Record<string, number[]> = {}
    for (let round = 0; round < rounds; round++) {
      await deleteQueued(service.databaseUrl)
      const before = await push(full / 2)
      await deleteQueued(service.databaseUrl)
      const [beside, browsed] = await Promise.all([push(full / 2), browse(service, { ...options, port, seconds })])
      await deleteQueued(service.databaseUrl)
      const after = await push(full / 2)
      runs.push({
        alone: (rateOf(before) + rateOf(after)) / 2,
        beside: rateOf(beside),
        aloneP99: before.p99,
        besideP99: beside.p99,
      })
      for (const [kind, measured] of Object.entries(browsed.times)) (times[kind] ??= []).push(...measured)
      process.stderr.write('.')
    }
    printResults({ filled, rounds, full, runs, times, pages })
  })
}

type Run = { alone: number; beside: number; aloneP99: number; besideP99: number }
type PageCost = { web: number; database: number; rows: number; alone: number }

const rateOf = ({ pushes, seconds: elapsed }: Report): number => pushes / elapsed

async function repeated<T>(count: number, measure: () => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let index = 0; index < count; index++) results.push(await measure())
  return results
}

/** A filled database is used again: filling takes longer than measuring. */
async function fillOnce(
  { databaseUrl, folder, shops }: BenchService,
  messages: number,
): Promise<{ shop: Shop; filled: Filled }> {
  const file = join(folder, 'filled.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as { shop: Shop; filled: Filled }
  const shop = shops[0]!
  const started = performance.now()
  const filled = await fillBusiness(databaseUrl, shop.uuid, messages)
  process.stderr.write(`stored ${messages} messages in ${Math.round((performance.now() - started) / 1000)} s\n`)
  await countFigures(databaseUrl)
  writeFileSync(file, JSON.stringify({ shop, filled }))
  return { shop, filled }
}

/** The triggers that count are off while the business is filled. */
async function countFigures(databaseUrl: string): Promise<void> {
  const started = performance.now()
  const db = openDatabase({ url: databaseUrl, poolSize: 1, onIdleError: () => undefined })
  await recount(db)
  await db.close()
  process.stderr.write(`counted the figures in ${Math.round((performance.now() - started) / 1000)} s\n`)
}

/** The people with their sessions, and pages of each kind, drawn from all orders and recipients. */
async function pageOptions(
  { databaseUrl }: BenchService,
  shop: Shop,
  filled: Filled,
): Promise<Omit<PageOptions, 'port' | 'seconds'>> {
  const { uuid: businessId } = shop
  const sessions = Array.from({ length: people }, () => ({
    id: randomUUID(),
    token: randomBytes(32).toString('base64url'),
  }))
  await runSql(
    databaseUrl,
    sessions
      .map(
        ({ id, token }) => `
insert into people (id, email, displayed_email, name) values ('${id}', '${id}@shop.example', '${id}@shop.example', 'Ana Lopez');
insert into members (business_id, person_id, role) values ('${businessId}', '${id}', 'support');
insert into dashboard_sessions (id, token_hash, person_id, method, user_agent, ends_at)
values ('${id}', decode('${createHash('sha256').update(token).digest('hex')}', 'hex'), '${id}', 'link', 'bench', clock_now() + interval '14 days');`,
      )
      .join('\n'),
  )
  const [[shard]] = (await readSql(databaseUrl, `select shard from businesses where id = '${businessId}'`)) as [
    [string],
  ]
  const ids = await readSql(
    databaseUrl,
    `select id from messages tablesample system (${Math.max(0.1, (300 * samples) / filled.messages)}) where business_id = '${businessId}' order by random() limit ${samples}`,
  )
  const draw = (make: (random: (count: number) => number) => string): string[] =>
    Array.from({ length: samples }, () => make((count) => Math.floor(Math.random() * count)))
  const address = (random: (count: number) => number): string =>
    encodeURIComponent(recipientEmail(random(filled.recipients)))
  // Three of five recipients have a number.
  const ending = (random: (count: number) => number, digits: number): string =>
    recipientPhone(5 * random(filled.recipients / 5))!.slice(-digits)
  const day = (random: (count: number) => number): string =>
    new Date(Date.parse(filled.end) - random(300) * 86_400_000).toISOString().slice(0, 10)
  const since = new Date(Date.now() - 10_000).toISOString()
  const outcomes = ['delivered', 'opened', 'waiting', 'not_sent', 'bounced', 'failed', 'complained']
  return {
    path: shopPath({ shard, businessId }),
    cookies: sessions.map(({ token }) => `__Host-dashboard=${token}`),
    weights,
    pauseMilliseconds,
    pages: {
      'search by order number': draw((random) => `/messages?q=${orderReference(random(filled.orders))}`),
      'message page': ids.map(([id]) => `/messages/${formatId('msg', id!)}`),
      'list of messages': draw((random) => `/messages${random(2) === 0 ? '' : `?to=${day(random)}`}`),
      'new messages (script)': [`/messages/newer?since=${since}`],
      'filter by outcome': draw(
        (random) =>
          `/messages?outcome=${outcomes[random(outcomes.length)]}${random(2) === 0 ? '' : `&channel=${['email', 'sms', 'whatsapp'][random(3)]}`}`,
      ),
      'search by last digits': draw((random) => `/messages?q=${ending(random, 4 + random(4))}`),
      'search by address': draw((random) => `/messages?q=${address(random)}`),
      'list of recipients': draw(
        (random) => `/recipients${random(2) === 0 ? '' : `?q=${ending(random, 4 + random(3))}`}`,
      ),
      'recipient page': draw((random) => `/recipients/${address(random)}`),
      figures: draw((random) => `/figures?days=${[7, 30, 90][random(3)]}`),
      credits: draw((random) => `/credits?show=${['all', 'grants', 'charges', 'refunds'][random(4)]}`),
    },
  }
}

const browse = async ({ folder }: BenchService, options: PageOptions): Promise<PageReport> => {
  const file = join(folder, 'dashboard-load.json')
  writeFileSync(file, JSON.stringify(options))
  const report = await runProgram<PageReport>(join(import.meta.dirname, 'dashboard-load.ts'), { file })
  const failed = Object.entries(report.statuses).filter(([status]) => !/ (?:200|204|303|304)$/.test(status))
  if (failed.length > 0) throw new Error(`pages failed: ${JSON.stringify(Object.fromEntries(failed))}`)
  return report
}

/** The cost of a page of each kind, one person after the other without other load. */
async function measurePages(
  service: BenchService,
  webPid: number,
  options: Omit<PageOptions, 'seconds'>,
): Promise<Record<string, PageCost>> {
  const { databaseUrl, postmaster } = service
  const rowsRead = async (): Promise<number> => {
    // Each connection reports its counts within a second.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    const [[count]] = (await readSql(
      databaseUrl,
      `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) from pg_stat_user_tables where schemaname = 'public'`,
    )) as [[string]]
    return Number(count)
  }
  const costs: Record<string, PageCost> = {}
  for (const kind of Object.keys(weights)) {
    // Ten people, because one may ask for ten pages a second.
    const cookies = options.cookies.slice(0, 10)
    const one = { ...options, cookies, weights: { [kind]: 1 }, pauseMilliseconds: 200, seconds: 60 }
    await browse(service, { ...one, pagesOfPerson: 2 })
    const rowsBefore = await rowsRead()
    const used = startCpuClocks({ web: cpuClock(webPid), database: cpuClockWithChildren(postmaster) })
    const { times } = await browse(service, { ...one, pagesOfPerson: pagesOfKind / cookies.length })
    const { web, database } = used(times[kind]!.length)
    const rows = ((await rowsRead()) - rowsBefore) / times[kind]!.length
    costs[kind] = { web, database, rows, alone: quantile(times[kind]!, 0.5) }
  }
  return costs
}

type Results = {
  filled: Filled
  rounds: number
  full: number
  runs: Run[]
  times: Record<string, number[]>
  pages: Record<string, PageCost>
}

function printResults({ filled, rounds, full, runs, times, pages }: Results): void {
  const rows = Object.keys(weights).map((kind) => {
    const measured = times[kind]!
    const { web, database, rows: read, alone } = pages[kind]!
    return [
      kind,
      measured.length,
      ...[0.5, 0.95, 0.99].map((share) => rounded(quantile(measured, share), 1)),
      rounded(alone, 1),
      rounded(web, 1),
      rounded(database, 1),
      Math.round(read),
    ]
  })
  const ratio = rounded(median(runs.map(({ alone, beside }) => beside / alone)), 2)
  process.stdout.write(
    `${table(['page', 'requests', 'p50 ms', 'p95 ms', 'p99 ms', 'p50 without pushes', 'web CPU ms', 'database CPU ms', 'rows read'], rows)}\n${table(
      ['pushes/s at half the full rate, alone', 'beside 50 people', 'ratio', 'p99 ms alone', 'p99 ms beside'],
      runs.map(({ alone, beside, aloneP99, besideP99 }) => [
        Math.round(alone),
        Math.round(beside),
        rounded(beside / alone, 2),
        aloneP99,
        besideP99,
      ]),
    )}\n${filled.messages} messages of ${filled.recipients} recipients; full rate ${Math.round(full)} pushes/s; ${rounds} rounds of ${seconds} s; median ratio ${ratio}\n`,
  )
  writeResults('dashboard', { filled, rounds, seconds, people, full, runs, ratio, pages: rows })
}
