import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from '../../src/worker/turns.ts'
import type { Patch } from '../harness/program-copy.ts'
import { createDatabase } from '../support/test-service.ts'
import { check } from './checker/check.ts'
import type { Violation } from './checker/violation.ts'
import { startSupervisedDeployment } from './deployment.ts'
import { drain } from './drain.ts'
import { collectEvidence } from './evidence.ts'
import { openHistory } from './history.ts'
import { startLoad } from './load/load.ts'
import { allBehaviours } from './load/submission-behaviours.ts'
import { planted } from './planted.ts'
import { createRotation } from './rotation.ts'

const seed = 20261122
/** The load is measured in calls, not seconds, so that a bug is exercised equally often on a slow machine. */
const calls = 400
/** A hanging provider takes a minute to time out, so these behaviours are left out. */
const behaviours = allBehaviours.filter(({ behaviour }) => !behaviour.endsWith('hang'))

/** All bugs are in one program. They affect different guarantees, and starting a deployment takes longer than the load. */
test('the checker detects each planted bug in a program under a short load, without faults', async () => {
  const violations = await violationsWith(planted.map(({ patch }) => patch))
  const violated = new Set(violations.map(({ guarantee }) => guarantee))
  expect(planted.filter(({ violates }) => !violated.has(violates))).toEqual([])
}, 360_000)

async function violationsWith(patches: Patch[]): Promise<Violation[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-planted-'))
  const history = openHistory(folder)
  const deployment = await startSupervisedDeployment(
    await createDatabase(),
    history,
    folder,
    { api: 1, worker: 1, web: 1 },
    { patches },
  )
  try {
    const load = await startLoad(deployment, history, { seed, pauseMilliseconds: 150, behaviours })
    while (history.all('call').length < calls) await sleep(50)
    await createRotation(deployment, history, createTurns())()
    await load.stop()
    await drain(deployment, history, load, seed)
    return check(await collectEvidence(deployment, history, load.receivers))
  } finally {
    await deployment.stop()
    history.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
