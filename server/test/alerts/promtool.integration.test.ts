import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { alertTests, dashboardQueries, dashboardVariables, prometheusFolder, runbookQueries } from './deploy-files.ts'
import { runTool } from './run-tool.ts'

test('promtool accepts the configuration and the rules, and amtool that of Alertmanager', async () => {
  expect(await runTool('promtool', ['check', 'config', 'prometheus.yml'], prometheusFolder)).toContain('SUCCESS')
  expect(await runTool('promtool', ['check', 'rules', '--lint-fatal', 'rules.yml'], prometheusFolder)).toContain(
    'SUCCESS',
  )
  expect(await runTool('amtool', ['check-config', 'alertmanager.yml'], prometheusFolder)).toContain('SUCCESS')
})

test('each alert fires in its own test, with its labels and annotations, and in none of the others', async () => {
  const files = alertTests.map(({ file }) => join('tests', file))
  const output = await runTool('promtool', ['test', 'rules', ...files], prometheusFolder)
  expect(output.match(/SUCCESS/g)).toHaveLength(files.length)
})

test('promtool parses every query of the dashboard and the runbooks', async () => {
  const expressions = [
    ...dashboardQueries.map(({ expr }) => expr),
    ...runbookQueries.map(({ expr }) => expr),
    ...dashboardVariables.map(({ selector }) => selector),
  ]
  const rules = expressions.map((expr, index) => ({ record: `query:${index}`, expr }))
  const folder = mkdtempSync(join(tmpdir(), 'tidings-queries-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'queries.yml'), stringify({ groups: [{ name: 'queries', rules }] }))
  const output = await runTool('promtool', ['check', 'rules', 'queries.yml'], folder)
  expect(output).toContain(`SUCCESS: ${rules.length} rules found`)
})
