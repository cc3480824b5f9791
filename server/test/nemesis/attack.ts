import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isReady } from '../harness/readiness.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { requestUntilDone } from './client.ts'
import { type Fault, type FaultContext, faultsOf } from './faults.ts'
import { newPerson } from './people.ts'
import { drawWeighted } from './random.ts'

/** Longer than the guaranteed 60 s, so that the report can state by how much a recovery was late. */
const recoveryTimeoutMilliseconds = 120_000
const [probeChecks, probeCheckMilliseconds] = [75, 200]

/** Runs rounds: each starts one or two faults, ends them, and measures how long the service takes to recover by itself. */
export async function attack(context: FaultContext, seed: number, isOver: () => boolean): Promise<void> {
  // A separate generator, so that the same seed draws the same faults in the same order whatever the faults cause.
  const next = seededRandom(seed)
  while (!isOver()) {
    await sleep(next() * 3_000)
    await runRound(context, drawRound(faultsOf(context.postgres), next))
  }
}

function drawRound(faults: Fault[], next: () => number): Fault[] {
  const first = drawWeighted(faults, next)
  if (first.isExclusive || next() < 0.75) return [first]
  const second = drawWeighted(
    faults.filter((fault) => !fault.isExclusive),
    next,
  )
  return first === second ? [first] : [first, second]
}

async function runRound(context: FaultContext, faults: Fault[]): Promise<void> {
  const from = Date.now()
  const active = []
  for (const fault of faults) active.push({ name: fault.name, ...(await fault.begin(context)) })
  await sleep(Math.max(...active.map(({ lastsMilliseconds }) => lastsMilliseconds)))
  for (const { end } of active.toReversed()) await end()
  const until = Date.now()
  const recoverySeconds = await recover(context)
  for (const { name, detail } of active)
    context.history.record({ kind: 'fault', name, detail, from, until, recoverySeconds })
}

/** Returns the seconds until every process is ready and a new push is acknowledged and submitted. */
export async function recover(context: FaultContext): Promise<number> {
  const before = Date.now()
  const isLate = (): boolean => Date.now() - before > recoveryTimeoutMilliseconds
  // Not while a process is restarted for a rotation of the keys: that is no consequence of the fault.
  await context.inTurn(async () => {
    for (const { url } of context.deployment.processes) while (!(await isReady(url)) && !isLate()) await sleep(50)
  })
  // A nudge refused by a provider that has only just come back waits for its retry, so the next probe pushes a new one.
  while (!(await probe(context)) && !isLate());
  return (Date.now() - before) / 1_000
}

/** Whether a push reaches the provider. */
async function probe({ deployment, load, history, next }: FaultContext): Promise<boolean> {
  const { email } = newPerson()
  const body = JSON.stringify({ recipient_email: email, subject: `Probe ${email}`, body: 'Does it work again?' })
  const push = { shop: load.shops[0]!, operation: 'push', path: '/api/v1/messages', key: randomUUID(), body } as const
  const { status } = await requestUntilDone({ apis: deployment.apis, history, next }, push)
  if (status !== 201) return false
  for (let check = 0; check < probeChecks; check++) {
    if ((await deployment.simulator.outbox({ to: email })).length > 0) return true
    await sleep(probeCheckMilliseconds)
  }
  return false
}
