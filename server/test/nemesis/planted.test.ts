import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, test } from 'vitest'
import type { Patch } from '../support/program-copy.ts'
import { createDatabase } from '../support/test-service.ts'
import { check } from './checker/check.ts'
import type { Violation } from './checker/violation.ts'
import { startWorld } from './deployment.ts'
import { drain } from './drain.ts'
import { gather } from './evidence.ts'
import { openHistory } from './history.ts'
import { allFates } from './load/fates.ts'
import { startLoad } from './load/load.ts'
import { planted } from './planted.ts'

const seed = 20261122
/** However long that takes: on a busy machine a bug must have as much to spoil as on a quiet one. */
const calls = 400
/** Who hangs is waited for, for a minute. */
const fates = allFates.filter(({ behaviour }) => !behaviour.endsWith('hang'))

// Each deployment mostly waits: for its clients' pauses, and for retries to end. Together they take half the time.
describe.concurrent('the real program under a short load, without faults', { timeout: 240_000 }, () => {
  test('the checker finds nothing where nothing is planted', async ({ expect }) => {
    expect(await violationsWith([])).toEqual([])
  })

  for (const { bug, patch, breaks } of planted)
    test(`the checker can fail: ${bug} breaks ${breaks}`, async ({ expect }) => {
      expect(await violationsWith([patch])).toContainEqual({ promise: breaks, found: expect.any(String) })
    })
})

/** The real program with something planted in it, under a short load and without faults. */
async function violationsWith(patches: Patch[]): Promise<Violation[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-planted-'))
  const history = openHistory(folder)
  const deployment = await startWorld(
    await createDatabase(),
    history,
    folder,
    { api: 1, worker: 1, web: 1 },
    { patches },
  )
  try {
    const load = await startLoad(deployment, history, { seed, pauseMilliseconds: 150, fates })
    while (history.all('call').length < calls) await sleep(50)
    await load.stop()
    await drain(deployment, history, load.shops, seed)
    return check(await gather(deployment, history, load.receivers))
  } finally {
    await deployment.stop()
    history.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
