import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyProgram } from '../../harness/program-copy.ts'
import { costFuzz } from './cost-fuzz.ts'
import { planted } from './planted.ts'

const seed = 1

test('none of 2,000 expensive inputs stalls the service, costs 50 times a good request, or gets a long refusal', async () => {
  const report = await costFuzz({ inputs: 2_000, seed, providers: ['mailgun'] })
  expect(report.violations).toEqual([])
  expect(report.inputs).toBe(2_000)
  // Some inputs of every kind must have been accepted: an immediate refusal costs nothing and so proves nothing.
  const accepted = Object.entries(report.families)
    .filter(([, statuses]) => Object.keys(statuses).some((status) => Number(status) < 400))
    .map(([family]) => family.split(':')[0])
  expect(new Set(accepted)).toEqual(new Set(['operation', 'batch', 'mailgun', 'twilio', 'vonage', 'whatsapp', 'page']))
}, 300_000)

for (const { weakness, family, patch } of planted)
  test(`the cost fuzzer detects a planted weakness: ${weakness}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidings-cost-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const { program } = copyProgram(null, folder, { patches: [patch] })
    const { violations } = await costFuzz({
      inputs: 600,
      seed,
      providers: ['mailgun'],
      program,
      stopsAtFamily: family,
    })
    expect(violations.flatMap(({ families }) => families)).toContainEqual(expect.stringMatching(family))
  }, 300_000)
