import { expect, onTestFinished, test } from 'vitest'
import { eventsOf } from '../support/events.ts'
import { until } from '../support/simulator-client.ts'
import { createDatabase } from '../support/test-service.ts'
import { address, push } from './pushes.ts'
import { createTestDeployment } from './test-deployment.ts'

const { business, db, simulator, startWorker } = await createTestDeployment(await createDatabase())

test('a worker killed between acceptance and commit leaves an unknown outcome, and a later report overrides it', async () => {
  const shop = await business()
  const to = address()
  await simulator.reports('manual')
  onTestFinished(() => simulator.reports('auto'))
  await simulator.script(to, 'accept_then_hang')
  const worker = await startWorker()
  const { id } = (await push(shop, [to])).pushed[0]!
  const email = await simulator.waitForEmail(id)
  await worker.kill()

  const killedAt = performance.now()
  onTestFinished((await startWorker()).kill)
  const deliveryIf = async (field: string) => {
    const { delivery } = (await shop.call('GET', `/api/v1/messages/${id}`)).json
    return delivery[field] ? delivery : null
  }
  const { failed } = await until('the failure', () => deliveryIf('failed'))
  process.stdout.write(`chaos: killed, and recorded by another worker after ${seconds(killedAt)} s\n`)
  expect(failed.reason).toBe('outcome_unknown')
  expect((await eventsOf(db, id)).map(({ type }) => type)).toEqual(['message.failed'])

  await simulator.report(email.id, 'delivered')
  expect((await until('the delivery', () => deliveryIf('delivered'))).failed).toBeNull()
  expect((await eventsOf(db, id)).map(({ type }) => type)).toEqual(['message.failed', 'message.delivered'])
  expect(await simulator.attempts({ to })).toHaveLength(1)
})

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1)
