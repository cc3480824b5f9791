import { setTimeout as sleep } from 'node:timers/promises'
import { merchantOperations, operatorOperations } from '../../../src/http/operations.ts'
import { type MeasuredService, startMeasuredService } from '../../harness/measured-service.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import type { PageRoute } from '../generate-page.ts'
import { pageRoutes } from '../page-routes.ts'
import { createRandom, type Random } from '../random.ts'
import { type Curves, calibrate } from './calibrate.ts'
import { expensiveCallback } from './expensive-callback.ts'
import { expensiveOperation } from './expensive-operation.ts'
import { expensivePage } from './expensive-page.ts'
import {
  allowedProcessorMilliseconds,
  findExcesses,
  isCertain,
  isSuspicious,
  medianOf,
  type Observation,
} from './judge.ts'
import { meter } from './meter.ts'
import { type CostReport, createReport, type Judged } from './report.ts'
import type { Expensive } from './request.ts'
import { send } from './send.ts'
import { type CostTarget, createCostTarget, createSetup, type Setup } from './target.ts'

export type CostFuzzSettings = {
  inputs: number
  seed: number
  /** The program to start; by default that of this source tree. */
  program?: string
  /** The email providers to test in turn, each in a new process. */
  providers: readonly string[]
  /** Ends the run at the first violation by an input of such a family. */
  stopsAtFamily?: RegExp
  onProgress?: (report: CostReport) => void
}

const operations = [...merchantOperations, ...operatorOperations]
const blockSize = 16
const maxBytesPerGroup = 512 * 1024
const groupsPerTarget = 100
const runs = 3
const idleCheckMilliseconds = 50
const maxIdleChecks = 200

/**
 * Sends expensive inputs, drawn from a seed, to every operation, callback and page. They are sent in groups, and the process is
 * measured after each group. If a request in the group may have exceeded a limit, the group is sent again, one request at a
 * time; a confirmed excess is a violation.
 */
export async function costFuzz(settings: CostFuzzSettings): Promise<CostReport> {
  const setups = settings.providers.map(createSetup)
  const report = createReport(settings.seed)
  const share = Math.ceil(settings.inputs / setups.length)
  for (const [index, setup] of setups.entries()) {
    const last = Math.min(settings.inputs, (index + 1) * share)
    // A process that an input ended is a violation. A new process continues with the inputs after it.
    while (report.inputs < last && !isDone(settings, report)) await runProcess(settings, setup, last, report)
  }
  return report
}

const isDone = ({ stopsAtFamily }: CostFuzzSettings, { violations }: CostReport): boolean =>
  violations.some(({ families }) => families.some((family) => stopsAtFamily?.test(family)))

async function runProcess(settings: CostFuzzSettings, setup: Setup, last: number, report: CostReport): Promise<void> {
  const running = await startMeasuredService(setup.environment, settings.program)
  try {
    const pages = pageRoutes(running.service)
    let target = await createCostTarget(running.service, setup)
    const curves = await calibrate(running, target)
    report.calibrations[setup.emailProvider.name] = curves
    for (let group = 1; report.inputs < last && !isDone(settings, report); group++) {
      if (group % groupsPerTarget === 0) target = await createCostTarget(running.service, setup)
      const from = report.inputs
      const inputs = drawGroup(settings.seed, from, last, pages, target)
      report.inputs += inputs.length
      try {
        for (const judged of await runGroup(running, curves, inputs, report)) report.add(judged)
      } catch (error) {
        if (running.child.connected) throw error
        const families = inputs.map(({ family }) => family)
        const indexes = inputs.map(({ index }) => index)
        report.violations.push({ what: 'the process ended', families, indexes, judged: null })
        return
      }
      settings.onProgress?.(report)
    }
  } finally {
    await running.stop()
  }
}

/** An input, and how to generate it again with a new idempotency key: the same key would return the stored response. */
type Drawn = Expensive & { index: number; again: (run: number) => Buffer }

/** At most a block of inputs. A block has one kind, so that expensive good requests do not raise the limit for cheap ones. */
function drawGroup(seed: number, from: number, last: number, pages: PageRoute[], target: CostTarget): Drawn[] {
  const block = Math.floor(from / blockSize)
  const generate = drawKind(createRandom(seededRandom(seed * 1_000_003 + block)), pages, target)
  const end = Math.min(last, (block + 1) * blockSize)
  const group: Drawn[] = []
  for (let bytes = 0; bytes < maxBytesPerGroup && from + group.length < end; ) {
    const index = from + group.length
    const make = (run: number): Expensive =>
      generate(createRandom(seededRandom(seed * 2_000_003 + index)), `${seed}-${index}-${run}`)
    const input = make(0)
    group.push({ ...input, index, again: (run) => make(run).bytes })
    bytes += input.bytes.length
  }
  return group
}

function drawKind(random: Random, pages: PageRoute[], target: CostTarget): (random: Random, salt: string) => Expensive {
  const kind = random.below(100)
  if (kind < 55) return (own, salt) => expensiveOperation(own, operations, target, salt)
  if (kind < 85) return (own, salt) => expensiveCallback(own, target, salt)
  return (own) => expensivePage(own, pages, target)
}

async function runGroup(
  running: MeasuredService,
  curves: Curves,
  inputs: Drawn[],
  report: CostReport,
): Promise<Judged[]> {
  const allowed = inputs.map(({ kind, bytes }) => allowedProcessorMilliseconds(curves[kind], bytes.length))
  const together = await meter(running, () =>
    send(
      running.url,
      inputs.map(({ bytes }) => bytes),
    ),
  )
  report.peakResidentBytes = Math.max(report.peakResidentBytes, together.peakResidentBytes)
  const isAsExpected = inputs.every(({ kind, bytes }, index) => {
    const response = { ...together.result[index]!, responseBytes: together.result[index]!.bytes }
    const withoutCost = { ...response, sentBytes: bytes.length, stallMilliseconds: 0, processorMilliseconds: 0 }
    return findExcesses(withoutCost, curves[kind]).length === 0
  })
  for (const [index, { family }] of inputs.entries()) report.count(family, together.result[index]!.status)
  if (isAsExpected && !isSuspicious(together, Math.min(...allowed))) return []

  report.suspiciousGroups++
  const judged: Judged[] = []
  await untilIdle(running)
  for (const input of inputs) judged.push(await judge(running, curves, input))
  return judged
}

/** Sends the input by itself. If it exceeds a limit it is sent twice more, and the median counts. */
async function judge(running: MeasuredService, curves: Curves, input: Drawn): Promise<Judged> {
  const curve = curves[input.kind]
  const observations: Observation[] = []
  for (let run = 1; run <= runs; run++) {
    const bytes = input.again(run)
    const { result, ...cost } = await meter(running, () => send(running.url, [bytes]))
    const { status, bytes: responseBytes } = result[0]!
    observations.push({ sentBytes: bytes.length, status, responseBytes, ...cost })
    const excesses = findExcesses(observations.at(-1)!, curve)
    if (run === 1 && (excesses.length === 0 || isCertain(excesses))) break
    await untilIdle(running)
  }
  const observation = medianOf(observations)
  return {
    index: input.index,
    family: input.family,
    request: input.bytes.toString('latin1', 0, 120),
    allowedMilliseconds: allowedProcessorMilliseconds(curve, observation.sentBytes),
    observation,
    excesses: findExcesses(observation, curve),
  }
}

/** The process may still work on earlier requests, whose cost must not count for the next. */
async function untilIdle({ measure }: MeasuredService): Promise<void> {
  await measure()
  for (let check = 0; check < maxIdleChecks; check++) {
    await sleep(idleCheckMilliseconds)
    if ((await measure()).processorMilliseconds < idleCheckMilliseconds / 2) return
  }
}
