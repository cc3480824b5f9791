import { type BenchService, withService } from './bench-service.ts'
import { median, writeResults } from './figures.ts'
import { runSql } from './sql.ts'

const [recipients, messages] = [1_000_000, 10_000_000]

/** Compares single pushes on an empty database and with ten million messages, and the first page of a list with page 1000. */
export function benchPushLarge(rounds: number, seconds: number): Promise<void> {
  return withService(async (service) => {
    const measure = async (): Promise<number> => {
      const rates: number[] = []
      await service.load({ connections: 64, seconds, pushesPerRequest: 1 })
      for (let round = 0; round < rounds; round++) {
        const report = await service.load({ connections: 64, seconds, pushesPerRequest: 1 })
        rates.push(report.pushes / report.seconds)
      }
      return Math.round(median(rates))
    }
    const empty = await measure()
    process.stderr.write(`empty: ${empty} pushes/s; storing ${messages} messages\n`)
    await fill(service)
    const full = await measure()
    const [first, thousandth] = await measurePages(service)
    const results = {
      recipients,
      messages,
      empty,
      full,
      ratio: full / empty,
      first_page_ms: first,
      thousandth_page_ms: thousandth,
    }
    process.stdout.write(`${JSON.stringify(results, null, 2)}\n`)
    writeResults('push-large', results)
  })
}

/** Inserts rows as pushes do. Triggers and foreign key checks are off, because they would only slow down the filling. */
async function fill({ databaseUrl, shops }: BenchService): Promise<void> {
  const list = shops.map(({ uuid }) => `'${uuid}'`).join(',')
  await runSql(
    databaseUrl,
    `set session_replication_role = replica;
    insert into recipients (business_id, id, email, created_at)
    select (array[${list}]::uuid[])[1 + n % ${shops.length}], uuidv7(), 'old' || n || '@example.com', now() from generate_series(1, ${recipients}) n`,
  )
  const slices = 20
  for (let slice = 0; slice < slices; slice++) {
    await runSql(
      databaseUrl,
      `set session_replication_role = replica;
      insert into messages (business_id, id, recipient_id, kind, status, subject, body, created_at, updated_at)
      select r.business_id, uuidv7(), r.id, 'one_off', 'active', 'Your order is on its way', repeat('It left our warehouse. ', 12), moment, moment
        from recipients r, lateral (select now() - make_interval(secs => ${slices - slice} * 86400 - random() * 86400) as moment) m,
             generate_series(1, ${messages / recipients / slices < 1 ? 1 : messages / recipients / slices})
       where r.email like 'old%' ${messages / recipients / slices < 1 ? `and abs(hashtext(r.email)) % ${(recipients * slices) / messages} = ${slice} % ${(recipients * slices) / messages}` : ''}`,
    )
    process.stderr.write('.')
  }
  process.stderr.write('\n')
  await runSql(databaseUrl, 'analyze')
}

async function measurePages({ url, shops }: BenchService): Promise<[number, number]> {
  const page = async (cursor: string): Promise<{ next: string; ms: number }> => {
    const started = performance.now()
    const response = await fetch(`${url}/api/v1/messages?limit=100${cursor && `&cursor=${cursor}`}`, {
      headers: { Authorization: `Bearer ${shops[0]!.apiKey}` },
    })
    const { next_cursor: next } = (await response.json()) as { next_cursor: string }
    return { next, ms: performance.now() - started }
  }
  let cursor = ''
  for (let number = 1; number < 1000; number++) cursor = (await page(cursor)).next
  const time = async (at: string): Promise<number> => {
    const times: number[] = []
    for (let round = 0; round < 51; round++) times.push((await page(at)).ms)
    return Math.round(median(times) * 100) / 100
  }
  return [await time(''), await time(cursor)]
}
