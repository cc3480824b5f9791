import { setTimeout as sleep } from 'node:timers/promises'
import { settings } from '../harness/environment.ts'
import { createClient } from '../support/client.ts'
import { until } from '../support/simulator-client.ts'
import type { SupervisedDeployment } from './deployment.ts'
import { pick } from './random.ts'

/** Longer than the processes of the deployment drain (`DRAIN_SECONDS`). */
const drainMilliseconds = 7_000
const pausedMetric = 'tidings_sending_paused{reason="operator"} 1'

/** Holds sending, and returns when every worker has ended its submissions in progress. */
export async function holdSending(deployment: SupervisedDeployment, next: () => number): Promise<void> {
  await request(deployment, next, '/sending/hold', { note: 'A fault of the nemesis' })
  for (const { name, url } of deployment.workers) await until(`${name} to stop sending`, () => isPaused(url))
  await sleep(drainMilliseconds)
}

export const releaseSending = (deployment: SupervisedDeployment, next: () => number): Promise<void> =>
  request(deployment, next, '/sending/release', {})

/** Repeats the request, because a process may just be restarted for a rotation of the keys. */
async function request({ apis }: SupervisedDeployment, next: () => number, path: string, body: object): Promise<void> {
  await until(path, async () => {
    const { operator } = createClient(pick(apis, next)!.url, settings.OPERATOR_TOKEN)
    const response = await operator('POST', path, body).catch(() => null)
    return response?.status === 200
  })
}

async function isPaused(url: string): Promise<boolean> {
  const response = await fetch(`${url}/metrics`).catch(() => null)
  return response !== null && (await response.text().catch(() => '')).includes(pausedMetric)
}
