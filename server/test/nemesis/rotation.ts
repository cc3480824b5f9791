import { setTimeout as sleep } from 'node:timers/promises'
import type { InTurn } from '../../src/worker/turns.ts'
import { settings } from '../harness/environment.ts'
import { isReady } from '../harness/readiness.ts'
import type { SupervisedDeployment } from './deployment.ts'
import type { History } from './history.ts'

/** Between two rotations, so that some processes run for long. */
const pauseMilliseconds = 300_000
const maxKeys = 8
/** Longer than any fault that prevents a process or a command from starting. */
const timeoutMilliseconds = 60_000

/** Rotates the secret keys beside the faults, at least once. */
export async function rotateRepeatedly(rotate: () => Promise<void>, isOver: () => boolean): Promise<void> {
  do {
    await rotate()
    for (let waited = 0; waited < pauseMilliseconds && !isOver(); waited += 1_000) await sleep(1_000)
  } while (!isOver())
}

/** Returns a function that rotates the secret keys as docs/runbooks/rotate-secret-keys.md does. */
export function createRotation(
  { processes, runCommand }: SupervisedDeployment,
  history: History,
  inTurn: InTurn,
): () => Promise<void> {
  let [ids, keys] = [['0'], 1]

  async function restart(ring: string[]): Promise<void> {
    ids = ring
    for (const target of processes)
      await inTurn(async () => {
        await target.replace({ environment: environmentOf(ids) })
        await until(() => isReady(target.url))
      })
  }
  const append = () => restart(ids.length < maxKeys ? [...ids, String(keys++)] : ids)
  const moveFirst = () => restart([ids.at(-1)!, ...ids.slice(0, -1)])

  /** Afterwards no secret needs another key than the first: with that key alone the program starts. */
  async function reseal(): Promise<void> {
    const run = async (ring: string[]): Promise<string> => {
      let output = ''
      await until(async () => {
        const result = await runCommand('reseal', environmentOf(ring))
        output = result.output
        // The database may be unavailable. Missing keys stay missing, so that is not repeated.
        return result.code === 0 || output.includes('SECRET_KEYS lacks')
      })
      return output
    }
    await run(ids)
    const alone = await run(ids.slice(0, 1))
    const isComplete = alone.startsWith('Sealed the secrets of 0 ')
    history.record({ kind: 'reseal', at: Date.now(), problem: isComplete ? null : alone })
  }

  return async () => {
    await append()
    await moveFirst()
    await reseal()
  }
}

/** Key 0 is the key of the first start. An empty setting counts as not set. */
const environmentOf = (ids: string[]): Record<string, string> => ({
  SECRET_KEY: '',
  SECRET_KEYS: ids.map((id) => `${id}:${keyOf(id)}`).join(','),
  DIGEST_KEY: settings.SECRET_KEY,
})
const keyOf = (id: string): string =>
  id === '0' ? settings.SECRET_KEY : Buffer.from(id.padStart(32, 'k')).toString('base64')

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const before = Date.now()
  while (!(await isDone()) && Date.now() - before < timeoutMilliseconds) await sleep(100)
}
