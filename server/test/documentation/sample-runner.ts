import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import type { Example } from '../../src/documentation/examples/example.ts'
import { serviceUrl } from '../../src/documentation/examples/shop.ts'
import { printedOf } from '../../src/documentation/samples/printed.ts'
import { type Language, languages, samplesOf } from '../../src/documentation/samples/samples.ts'
import type { Operation } from '../../src/operation.ts'
import { successStatus } from '../../src/status.ts'
import type { TestService } from '../support/test-service.ts'
import type { Case } from './cases.ts'
import { comparable, comparableText } from './comparable.ts'
import { type Prepared, withInvented, withReal } from './prepared.ts'
import { setupOf } from './setups.ts'

/** Runs code samples as programs against a service. Their files are in `folder`. */
export function createSampleRunner(service: TestService) {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-samples-'))
  // Where npm would install the client.
  mkdirSync(join(folder, 'node_modules/@tidings'), { recursive: true })
  symlinkSync(join(import.meta.dirname, '../../../sdk'), join(folder, 'node_modules/@tidings/client'))
  afterAll(() => rmSync(folder, { recursive: true }))
  let fileCount = 0

  function runSample(operation: Operation, example: Example, language: Language, { token, real }: Prepared) {
    const { suffix, command, options = [] } = programs[language]
    const file = join(folder, `sample-${fileCount++}.${suffix}`)
    writeFileSync(file, withReal(samplesOf(operation, example)[language], real))
    const variable = operation.access === 'key' ? 'TIDINGS_API_KEY' : 'TIDINGS_OPERATOR_TOKEN'
    return run(command, [...options, file], { PATH: process.env['PATH'], TIDINGS_URL: service.url, [variable]: token })
  }

  async function runInEveryLanguage({ operation, example }: Case): Promise<void> {
    const setup = setupOf(operation)
    let prepared = await setup(service)
    for (const [index, language] of languages.entries()) {
      // What was deleted or can exist once is prepared again. Other requests are repeated: with an idempotency key, a language that
      // sends another body than the one before is refused.
      const isRepeatable = operation.method !== 'DELETE' && operation.name !== 'createOperator'
      if (index > 0 && !isRepeatable) prepared = await setup(service)
      const result = await runSample(operation, example, language, prepared)
      expect(result, language).toMatchObject({ code: 0 })
      const shown = withInvented(result.stdout, { ...prepared.real, [serviceUrl]: service.url })
      expectOutput(operation, example, language, shown)
    }
  }

  return { folder, runSample, runInEveryLanguage }
}

/** Curl prints the whole response, the others what they select of it. A method of the client returns nothing of an empty one. */
function expectOutput(operation: Operation, { response, prints }: Example, language: Language, stdout: string): void {
  const printed = printedOf({ response, ...(prints && { prints }) })
  if (language === 'curl')
    expect(comparable(stdout === '' ? null : JSON.parse(stdout)), stdout).toEqual(comparable(response))
  else if (printed === 'no_content') {
    const isByClient = language === 'typescript' && operation.access === 'key'
    expect(stdout.trim()).toBe(isByClient ? '' : String(successStatus[operation.success]))
  } else {
    const values = printed.fields.flatMap((field) => field.values)
    const texts = values.filter((value) => typeof value === 'string' || typeof value === 'number')
    for (const text of texts) expect(comparableText(stdout), language).toContain(comparableText(String(text)))
    expect(stdout.trim()).not.toBe('')
  }
}

const programs: Record<Language, { suffix: string; command: string; options?: string[] }> = {
  curl: { suffix: 'sh', command: 'sh' },
  typescript: { suffix: 'ts', command: process.execPath, options: ['--conditions=@tidings/source'] },
  python: { suffix: 'py', command: 'python3' },
  php: { suffix: 'php', command: 'php' },
}

type Run = { code: number; stdout: string; stderr: string }
export const run = (command: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<Run> =>
  new Promise((resolve) => {
    const child = execFile(command, args, { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
