import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { settings } from '../support/program.ts'
import { pick } from './chance.ts'
import type { OwnPostgres } from './database.ts'
import { type Deployment, isReady } from './deployment.ts'
import type { History } from './history.ts'
import type { Load } from './load/load.ts'
import type { Place } from './supervised-process.ts'

/** Where the nemesis acts, and its chances. */
export type Stage = { deployment: Deployment; postgres: OwnPostgres; load: Load; history: History; next: () => number }
/** What was done, how long it lasts, and how it ends. */
type Begun = { detail: string; lastsMilliseconds: number; undo: () => Promise<void> }
/** Some come `alone`: beside another they could not be brought about, or brought to an end. */
export type Fault = { name: string; weight: number; alone?: boolean; begin: (stage: Stage) => Promise<Begun> }

const run = promisify(execFile)
/** A job that nobody keeps for ten seconds is given to somebody else. */
const leaseMilliseconds = 10_000
const nothing = async (): Promise<void> => undefined

/** Every fault there is, by its name and how often it comes. Without a disk of its own the database's cannot be filled. */
export const faultsOf = ({ fillDisk }: OwnPostgres): Fault[] =>
  fillDisk === null ? common : [...common, fullDisk(fillDisk)]

const common: Fault[] = [
  { name: 'process killed', weight: 5, begin: killOne },
  { name: 'all workers killed', weight: 2, begin: ({ deployment }) => killAll(deployment.workers) },
  { name: 'all processes killed', weight: 1, begin: ({ deployment }) => killAll(deployment.places) },
  { name: 'process frozen past the lease', weight: 4, begin: freezeOne },
  { name: 'PostgreSQL crashed', weight: 3, begin: crashPostgres },
  { name: 'database cut off', weight: 3, begin: cutDatabase },
  { name: 'database slow', weight: 2, begin: slowDatabase },
  { name: 'answers of the database lost', weight: 3, begin: silenceDatabase },
  { name: 'providers cut off', weight: 2, begin: cutProviders },
  { name: 'providers slow', weight: 2, begin: slowProviders },
  { name: 'answers of providers lost', weight: 2, begin: silenceProviders },
  { name: 'reports held, then told twice and out of order', weight: 2, alone: true, begin: holdReports },
  { name: 'clock stepped', weight: 3, begin: stepClock },
  { name: 'endpoints hang', weight: 2, begin: (stage) => misbehave(stage, 'hang') },
  { name: 'endpoints fail', weight: 1, begin: (stage) => misbehave(stage, 'fail') },
  { name: 'rolling deploy with a migration', weight: 2, alone: true, begin: deploy },
]

const seconds = ({ next }: Stage, least: number, most: number): number => 1_000 * (least + next() * (most - least))

async function killOne(stage: Stage): Promise<Begun> {
  const place = pick(stage.deployment.places, stage.next)!
  const pause = seconds(stage, 0, 4)
  await place.kill(pause)
  return { detail: `${place.name}, away for ${Math.round(pause)} ms`, lastsMilliseconds: pause, undo: nothing }
}

async function killAll(places: Place[]): Promise<Begun> {
  await Promise.all(places.map((place) => place.kill()))
  return { detail: places.map(({ name }) => name).join(' '), lastsMilliseconds: 0, undo: nothing }
}

async function freezeOne(stage: Stage): Promise<Begun> {
  const place = pick(stage.deployment.places, stage.next)!
  place.freeze()
  return {
    detail: place.name,
    lastsMilliseconds: leaseMilliseconds + seconds(stage, 1, 5),
    undo: async () => place.wake(),
  }
}

async function crashPostgres({ postgres }: Stage): Promise<Begun> {
  await postgres.crash()
  return { detail: 'immediate, started again', lastsMilliseconds: 0, undo: nothing }
}

/** One process, or all of them. */
function someOf({ deployment: { places }, next }: Stage): Place[] {
  return next() < 0.4 ? places : [pick(places, next)!]
}
const namesOf = (places: Place[]): string => (places.length === 1 ? places[0]!.name : 'all')

async function cutDatabase(stage: Stage): Promise<Begun> {
  const places = someOf(stage)
  for (const { database } of places) database.close()
  return {
    detail: namesOf(places),
    lastsMilliseconds: seconds(stage, 0, 8),
    undo: async () => places.forEach(({ database }) => database.open()),
  }
}

async function slowDatabase(stage: Stage): Promise<Begun> {
  const places = someOf(stage)
  const milliseconds = Math.round(20 + stage.next() * 300)
  for (const { database } of places) database.delay(milliseconds)
  return {
    detail: `${namesOf(places)}, ${milliseconds} ms`,
    lastsMilliseconds: seconds(stage, 3, 10),
    undo: async () => places.forEach(({ database }) => database.delay(0)),
  }
}

/** What is committed meanwhile is not heard of. */
async function silenceDatabase(stage: Stage): Promise<Begun> {
  const places = someOf(stage)
  for (const { database } of places) database.silence()
  return {
    detail: namesOf(places),
    lastsMilliseconds: seconds(stage, 0.1, 6),
    undo: async () => places.forEach(({ database }) => database.cut()),
  }
}

async function cutProviders(stage: Stage): Promise<Begun> {
  const { smtp, http } = stage.deployment.providers
  for (const proxy of [smtp, http]) proxy.close()
  return {
    detail: 'all channels',
    lastsMilliseconds: seconds(stage, 0, 8),
    undo: async () => [smtp, http].forEach((proxy) => proxy.open()),
  }
}

async function slowProviders(stage: Stage): Promise<Begun> {
  const { smtp, http } = stage.deployment.providers
  const milliseconds = Math.round(50 + stage.next() * 1_000)
  for (const proxy of [smtp, http]) proxy.delay(milliseconds)
  return {
    detail: `${milliseconds} ms`,
    lastsMilliseconds: seconds(stage, 3, 10),
    undo: async () => [smtp, http].forEach((proxy) => proxy.delay(0)),
  }
}

/** What was submitted meanwhile may have been accepted, and nobody is told. */
async function silenceProviders(stage: Stage): Promise<Begun> {
  const { smtp, http } = stage.deployment.providers
  for (const proxy of [smtp, http]) proxy.silence()
  return {
    detail: 'all channels',
    lastsMilliseconds: seconds(stage, 0.1, 5),
    undo: async () => [smtp, http].forEach((proxy) => proxy.cut()),
  }
}

async function holdReports(stage: Stage): Promise<Begun> {
  const { simulator } = stage.deployment
  await simulator.reports('manual')
  return {
    detail: '',
    lastsMilliseconds: seconds(stage, 2, 8),
    async undo() {
      await simulator.reports('auto')
      await reportLate(stage)
    },
  }
}

async function reportLate({ deployment: { simulator }, load, next }: Stage): Promise<void> {
  const order = load.recent(60).map((pushed) => ({ pushed, place: next() }))
  for (const { pushed } of order.toSorted((one, other) => one.place - other.place)) {
    const [item] = await simulator.outbox({ message_id: pushed.id })
    if (item === undefined) continue
    const times = next() < 0.3 ? 2 : 1
    for (let time = 0; time < times; time++) await simulator.report(item.id, 'delivered').catch(() => null)
  }
}

/** No further than keys are remembered: what is asked again must still be known (4.1.6). */
const mostAheadSeconds = 12 * 3_600

async function stepClock({ deployment: { clock }, next }: Stage): Promise<Begun> {
  const wanted = Math.round(10 ** (1 + next() * 2.4))
  const step = Math.min(wanted, Math.round(mostAheadSeconds - clock.aheadMilliseconds() / 1_000))
  await clock.step(step)
  return { detail: `${step} s`, lastsMilliseconds: 0, undo: nothing }
}

async function misbehave(stage: Stage, behaviour: 'hang' | 'fail'): Promise<Begun> {
  const { load, deployment } = stage
  const all = (how: string) => Promise.all(load.receivers.map((receiver) => deployment.simulator.behave(receiver, how)))
  await all(behaviour)
  return {
    detail: '',
    lastsMilliseconds: seconds(stage, 3, 15),
    undo: async () => void (await all('ok')),
  }
}

/**
 * A column and an index more, while the old release runs beside the new schema; then each process in turn finishes what it has in
 * hand and is replaced. It shows that statements outlive a change of their tables, and that nobody has to stop for it.
 */
async function deploy({ deployment, next }: Stage): Promise<Begun> {
  const table = pick(['messages', 'nudges', 'recipients', 'webhook_deliveries'], next)!
  const program = deployment.upgrade(
    (name) =>
      `alter table ${table} add column ${name} text;\ncreate index ${name} on ${table} (${name}) where ${name} is not null;\n`,
  )
  await run(process.execPath, [program, 'migrate'], { env: { ...settings, DATABASE_URL: deployment.databaseUrl } })
  for (const place of deployment.places) {
    await place.replace(program)
    const before = Date.now()
    while (!(await isReady(place.url)) && Date.now() - before < 30_000) await sleep(50)
  }
  return { detail: `a column and an index on ${table}`, lastsMilliseconds: 0, undo: nothing }
}

const fullDisk = (fillDisk: () => void): Fault => ({
  name: 'disk of the database full',
  weight: 2,
  alone: true,
  async begin(stage) {
    fillDisk()
    return { detail: '', lastsMilliseconds: seconds(stage, 2, 8), undo: stage.postgres.emptyDisk }
  },
})
