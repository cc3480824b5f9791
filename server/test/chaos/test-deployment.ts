import { afterAll } from 'vitest'
import { type Deployment, startDeployment } from '../harness/deployment.ts'
import type { Process } from '../harness/process.ts'
import { startSite } from '../harness/site.ts'
import type { Client } from '../support/client.ts'
import type { SimulatorClient } from '../support/simulator-client.ts'

export type TestDeployment = Pick<Client, 'business' | 'operator'> &
  Pick<Deployment, 'db' | 'startWorker'> & {
    /** The process that merchants and providers call. Tests kill only workers. */
    api: Process
    simulator: SimulatorClient
  }

/** A deployment with one api process, which is stopped after the tests of the file. */
export async function createTestDeployment(databaseUrl: string): Promise<TestDeployment> {
  const site = await startSite()
  const { db, startApi, startWorker, stop } = startDeployment(databaseUrl, site)
  afterAll(async () => {
    await stop()
    await site.stop()
  })
  const api = await startApi()
  const { business, operator } = api
  return { business, operator, api, db, startWorker, simulator: site.simulator }
}
