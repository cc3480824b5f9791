import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Simulator, startSimulator } from '@tidings/simulator'
import { freePort } from '../../dev/free-port.ts'
import { callbacksOf, paidChannels } from '../../dev/outside.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import type { Role } from '../../src/service.ts'
import { copyProgram, type Release } from '../support/program-copy.ts'
import { createSimulatorClient, type SimulatorClient, until } from '../support/simulator-client.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { type Clock, openClock } from './clock.ts'
import { startFront } from './front.ts'
import type { History } from './history.ts'
import { openPlace, type Place } from './supervised-process.ts'

/** The service as production runs it, in processes of their own behind one address, and everything it stands on. */
export type Deployment = {
  places: Place[]
  apis: Place[]
  workers: Place[]
  /** The harness's own way to the database: no fault stands in it but the database's own. */
  db: Database
  databaseUrl: string
  simulator: SimulatorClient
  /** The ways to the mail server, and to those who carry texts and WhatsApp messages. */
  providers: { smtp: TcpProxy; http: TcpProxy }
  logFiles: string[]
  clock: Clock
  /** The next release brings one migration more, which is told what to call its objects. Answers the file to run. */
  upgrade: (sqlOf: (name: string) => string) => string
  stop: () => Promise<void>
}

export type Crew = { api: number; worker: number; web: number }

const secret = 'the-signing-key-of-all-providers'
const startPatienceMilliseconds = 60_000

/** What its processes log stays in the folder that is given; everything else goes with it. */
export async function startWorld(
  databaseUrl: string,
  history: History,
  logFolder: string,
  crew: Crew,
  release: Release = {},
): Promise<Deployment> {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-nemesis-'))
  const first = copyProgram(null, join(folder, 'release-0'), release)
  const migrations: Record<string, string> = {}
  const simulator = await startSimulator({ port: 0 })
  const providers = {
    smtp: await startTcpProxy({ host: '127.0.0.1', port: simulator.smtpPort }),
    http: await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(simulator.providersUrl).port) }),
  }
  const frontPort = await freePort()
  const environment = environmentOf(simulator, providers, `http://127.0.0.1:${frontPort}`, folder)
  const names = (Object.keys(crew) as (keyof Crew)[]).flatMap((role) =>
    Array.from({ length: crew[role] }, (_, place) => ({ role, name: `${role}-${place + 1}` })),
  )
  const places: Place[] = []
  for (const { role, name } of names) places.push(await open(role, name))
  const ofRole = (role: Role): Place[] => places.filter((place) => place.role === role)
  const front = await startFront(frontPort, {
    api: ofRole('api').map(({ url }) => url),
    web: ofRole('web').map(({ url }) => url),
  })
  simulator.connect(callbacksOf(front.url, secret))
  const db = openDatabase({ url: databaseUrl, poolSize: 4, onIdleError: () => undefined })
  await Promise.all(
    places.map(({ name, url }) => until(`${name} ready`, () => isReady(url), startPatienceMilliseconds)),
  )

  async function open(role: Role, name: string): Promise<Place> {
    const { hostname: host, port } = new URL(databaseUrl)
    const database = await startTcpProxy({ host, port: Number(port) })
    const own = new URL(databaseUrl)
    own.port = String(database.port)
    return openPlace({
      name,
      role,
      port: await freePort(),
      program: first.program,
      environment: { ...environment, DATABASE_URL: own.href },
      database,
      logFile: join(logFolder, `${name}.log`),
      onCrash: () => history.record({ kind: 'crash', place: name, at: Date.now() }),
    })
  }

  return {
    places,
    apis: ofRole('api'),
    workers: ofRole('worker'),
    db,
    databaseUrl,
    simulator: createSimulatorClient(simulator.url),
    providers,
    logFiles: names.map(({ name }) => join(logFolder, `${name}.log`)),
    clock: openClock(db, history),
    upgrade(sqlOf) {
      const number = Object.keys(migrations).length + 1
      migrations[`${9_000 + number}_nemesis`] = sqlOf(`nemesis_${number}`)
      return copyProgram(first.folder, join(folder, `release-${number}`), { migrations }).program
    },
    async stop() {
      front.stop()
      await Promise.all(places.map((place) => place.leave()))
      await db.close()
      for (const proxy of Object.values(providers)) proxy.stop()
      await simulator.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function isReady(url: string): Promise<boolean> {
  return (await readiness(url)) === 200
}

/** The status of /readyz, null where no answer came in time. */
export async function readiness(url: string): Promise<number | null> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) })
    await answer.text()
    return answer.status
  } catch {
    return null
  }
}

function environmentOf(
  simulator: Simulator,
  { smtp, http }: Deployment['providers'],
  publicUrl: string,
  folder: string,
): Record<string, string> {
  const authority = join(folder, 'authority.pem')
  writeFileSync(authority, simulator.receivers.certificateAuthority)
  return {
    PUBLIC_URL: publicUrl,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    SMTP_CONNECTIONS: '20',
    EMAIL_PROVIDER: 'mailgun',
    EMAIL_WEBHOOK_SECRET: secret,
    ...paidChannels({ providersUrl: `http://127.0.0.1:${http.port}` }, secret),
    // As an operator would who has receivers in a network of their own, with certificates of their own.
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: authority,
    DRAIN_SECONDS: '5',
  }
}
