import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Container, image, podman, runCommand, startContainer } from './containers/container.ts'
import { createBusiness, onFreePort, push, type Surroundings, startSurroundings, until } from './containers/service.ts'

/**
 * Prints the table of docs/operations.md: the size of the image, and for each role the time to the first 200 of /readyz and the
 * memory, before and after work. Run by `bash .ci/image --footprint [rounds, 5]`.
 */
const rounds = Number(process.argv[2] ?? 5)
const workCount = 1_000
const concurrency = 8
const clockTicksPerSecond = 100
/** Garbage of the start or the work is collected meanwhile. */
const idleSeconds = 5

type Memory = { rss: number; heap: number }
type Start = { seconds: number; processorSeconds: number }
type Round = Start & { idle: Memory; used: Memory }
type Measured = Container & Start & { url: string }

const work: Record<string, (measured: Measured, surroundings: Surroundings) => Promise<void>> = {
  async all(measured, surroundings) {
    await pushMany(measured.url, surroundings)
    await untilDelivered(surroundings)
  },
  api: (measured, surroundings) => pushMany(measured.url, surroundings),
  async web({ url }, surroundings) {
    const entered = await fetch(await linkOf(surroundings, url), { redirect: 'manual' })
    const page = new URL(entered.headers.get('location')!, url)
    const headers = {
      Cookie: entered.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';', 1)[0])
        .join('; '),
    }
    await repeat(async () => {
      const response = await fetch(page, { headers })
      if (!response.ok) throw new Error(`the inbox responded with ${response.status}`)
      await response.arrayBuffer()
    })
  },
  async worker(_measured, surroundings) {
    await withRole('api', surroundings, ({ url }) => pushMany(url, surroundings))
    await untilDelivered(surroundings)
  },
}

const size = Number(await podman('image', 'inspect', '--format', '{{.Size}}', image))
const rows: string[] = []
for (const role of Object.keys(work)) {
  const measured: Round[] = []
  for (let round = 0; round < rounds; round++) measured.push(await measure(role))
  rows.push(rowOf(role, measured))
}
process.stdout.write(`The image has ${megabytes(size)} MB. Median of ${rounds} rounds:

| Role | /readyz is 200 after | processor time of the start | RSS idle | heap idle | RSS after ${workCount} pushes | heap after them |
|---|---|---|---|---|---|---|
${rows.join('\n')}
`)

async function measure(role: string): Promise<Round> {
  const surroundings = await startSurroundings()
  try {
    await runCommand(surroundings.environment, 'migrate')
    return await withRole(role, surroundings, async (measured) => {
      await sleep(idleSeconds * 1_000)
      const idle = await memoryOf(measured)
      await work[role]!(measured, surroundings)
      await sleep(idleSeconds * 1_000)
      const { seconds, processorSeconds } = measured
      return { seconds, processorSeconds, idle, used: await memoryOf(measured) }
    })
  } finally {
    await surroundings.stop()
  }
}

async function withRole<T>(
  role: string,
  surroundings: Surroundings,
  use: (measured: Measured) => Promise<T>,
): Promise<T> {
  const { environment, url } = await onFreePort(surroundings.environment)
  const began = performance.now()
  const starting = startContainer(role, { ...environment, PUBLIC_URL: url })
  const isReady = (): Promise<true | null> =>
    fetch(`${url}/readyz`).then(
      ({ status }) => (status === 200 ? true : null),
      () => null,
    )
  const [container, seconds] = await Promise.all([
    starting,
    until('/readyz', isReady).then(() => (performance.now() - began) / 1_000),
  ])
  try {
    return await use({ ...container, url, seconds, processorSeconds: processorSecondsOf(container) })
  } finally {
    await container.stop(40)
  }
}

/** It depends less on what else the machine does than the time until the process is ready. */
function processorSecondsOf({ pid }: Container): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) / clockTicksPerSecond
}

async function memoryOf({ pid, url }: Measured): Promise<Memory> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return {
    rss: Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1_024,
    heap: Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(metrics)![1]),
  }
}

async function pushMany(url: string, { environment }: Surroundings): Promise<void> {
  const key = await createBusiness(url, environment['OPERATOR_TOKEN']!)
  await repeat((index) => push(url, key, `customer-${index}@example.com`))
}

async function repeat(act: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const run = async (): Promise<void> => {
    while (next < workCount) await act(next++)
  }
  await Promise.all(Array.from({ length: concurrency }, run))
}

/** The link of an email which another process sends. */
async function linkOf(surroundings: Surroundings, publicUrl: string): Promise<string> {
  const { environment } = surroundings
  return withRole('all', surroundings, async ({ url }) => {
    const { id } = await push(url, await createBusiness(url, environment['OPERATOR_TOKEN']!), 'ada@example.com')
    const email = await until(
      'the email',
      async () => (await surroundings.simulator.outbox({ message_id: id }))[0] ?? null,
    )
    return String(email.link).replace(url, publicUrl)
  })
}

function untilDelivered({ simulator }: Surroundings): Promise<true> {
  return until('the emails', async () =>
    (await simulator.outbox({ channel: 'email' })).length >= workCount ? true : null,
  )
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0)
}

function rowOf(role: string, measured: Round[]): string {
  const median = (read: (round: Round) => number): number =>
    measured.map(read).toSorted((one, other) => one - other)[Math.floor(measured.length / 2)]!
  const memory = (read: (round: Round) => number): string => `${megabytes(median(read))} MB`
  const columns = [
    `\`${role}\``,
    `${median(({ seconds }) => seconds).toFixed(1)} s`,
    `${median(({ processorSeconds }) => processorSeconds).toFixed(1)} s`,
    memory(({ idle }) => idle.rss),
    memory(({ idle }) => idle.heap),
    memory(({ used }) => used.rss),
    memory(({ used }) => used.heap),
  ]
  return `| ${columns.join(' | ')} |`
}
