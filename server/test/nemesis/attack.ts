import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { seeded } from '../support/seeded.ts'
import { draw } from './chance.ts'
import { askUntilAnswered } from './client.ts'
import { isReady } from './deployment.ts'
import { type Fault, faultsOf, type Stage } from './faults.ts'
import { newPerson } from './people.ts'

/** Longer than is allowed, so that it is seen by how much. */
const recoveryPatienceMilliseconds = 120_000
const [probeLooks, probeMilliseconds] = [75, 200]

/** One round after another: a fault or two at once, their end, and then everything must work again by itself. */
export async function attack(stage: Stage, seed: number, isOver: () => boolean): Promise<void> {
  // Of their own, so that the same seed brings the same faults in the same order, whatever comes of them.
  const next = seeded(seed)
  while (!isOver()) {
    await sleep(next() * 3_000)
    await playRound(stage, drawRound(faultsOf(stage.postgres), next))
  }
}

function drawRound(faults: Fault[], next: () => number): Fault[] {
  const first = draw(faults, next)
  if (first.alone || next() < 0.75) return [first]
  const second = draw(
    faults.filter((fault) => !fault.alone),
    next,
  )
  return first === second ? [first] : [first, second]
}

async function playRound(stage: Stage, faults: Fault[]): Promise<void> {
  const from = Date.now()
  const begun = []
  for (const fault of faults) begun.push({ name: fault.name, ...(await fault.begin(stage)) })
  await sleep(Math.max(...begun.map(({ lastsMilliseconds }) => lastsMilliseconds)))
  for (const { undo } of begun.toReversed()) await undo()
  const until = Date.now()
  const recoverySeconds = await recover(stage)
  for (const { name, detail } of begun)
    stage.history.record({ kind: 'fault', name, detail, from, until, recoverySeconds })
}

/** How long it takes until every process says that it is ready, and what is pushed then is acknowledged and submitted. */
export async function recover(stage: Stage): Promise<number> {
  const before = Date.now()
  const isLate = (): boolean => Date.now() - before > recoveryPatienceMilliseconds
  for (const { url } of stage.deployment.places) while (!(await isReady(url)) && !isLate()) await sleep(50)
  // One that is refused by a provider which has only just come back waits for its turn, so another is tried.
  while (!(await probe(stage)) && !isLate());
  return (Date.now() - before) / 1_000
}

/** Whether a push gets through, from the merchant to the provider. */
async function probe({ deployment, load, history, next }: Stage): Promise<boolean> {
  const { email } = newPerson()
  const body = JSON.stringify({ recipient_email: email, subject: `Probe ${email}`, body: 'Does it work again?' })
  const asked = { shop: load.shops[0]!, operation: 'push', path: '/api/v1/messages', key: randomUUID(), body } as const
  const { status } = await askUntilAnswered({ apis: deployment.apis, history, next }, asked)
  if (status !== 201) return false
  for (let look = 0; look < probeLooks; look++) {
    if ((await deployment.simulator.outbox({ to: email })).length > 0) return true
    await sleep(probeMilliseconds)
  }
  return false
}
