import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Example } from '../../src/documentation/examples/example.ts'
import { examples } from '../../src/documentation/examples/examples.ts'
import { customer, serviceUrl } from '../../src/documentation/examples/shop.ts'
import { printedOf } from '../../src/documentation/samples/printed.ts'
import { type Language, languages, samplesOf } from '../../src/documentation/samples/samples.ts'
import { merchantOperations } from '../../src/http/operations.ts'
import type { Operation } from '../../src/operation.ts'
import { successStatus } from '../../src/status.ts'
import { createTestService } from '../support/test-service.ts'
import { cases } from './cases.ts'
import { comparable, comparableText } from './comparable.ts'
import { type Prepared, withInvented, withReal } from './prepared.ts'
import { setupOf } from './setups.ts'

const service = await createTestService()
const folder = mkdtempSync(join(tmpdir(), 'tidings-samples-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Each of these differs between the languages, or would end a text in one of them. */
const unusualText = `It's "ready" \\ at $5 \${x} {$y} %s \`id\` — café 📦\n\ttab 'end`
const unusualBody: Example = {
  idempotencyKey: 'order-A-1042-unusual',
  body: { recipient_email: customer, subject: unusualText.replaceAll(/\s/g, ' '), body: unusualText, notify: false },
  response: {},
}
const unusualAddress = `o'hara+a&b=%/?#@example.com`
const unusualQuery: Example = {
  query: { recipient_email: unusualAddress },
  response: { items: [{ id: '' }] },
  prints: ['items[].id'],
}
const unusualPath: Example = { params: { email: unusualAddress }, response: { recipient_email: '' } }

describe.concurrent('the samples of', () => {
  for (const { operation, name, example } of cases)
    test(`${name} run in every language and print the response`, async () => {
      const setup = setupOf(operation)
      let prepared = await setup(service)
      for (const [index, language] of languages.entries()) {
        // What was deleted is created again. Other requests are repeated: with an idempotency key, a language that sends another
        // body than the one before is refused.
        if (index > 0 && operation.method === 'DELETE') prepared = await setup(service)
        const run = await runSample(operation, example, language, prepared)
        expect(run, language).toMatchObject({ code: 0 })
        const shown = withInvented(run.stdout, { ...prepared.real, [serviceUrl]: service.url })
        expectOutput(operation, example, language, shown)
      }
    })

  test('a push with quotes, dollar signs and other scripts send the same text in every language', async () => {
    const operation = operationOf('pushMessage')
    const prepared = await setupOf(operation)(service)
    for (const language of languages)
      expect(await runSample(operation, unusualBody, language, prepared), language).toMatchObject({ code: 0 })
    const { items } = (await service.call('GET', '/api/v1/messages', { key: prepared.token })).json
    expect(items).toHaveLength(1)
    const { json } = await service.call('GET', `/api/v1/messages/${items[0].id}`, { key: prepared.token })
    expect(json.body).toBe(unusualText)
  })

  test('a list and a read with an address that must be encoded send it in every language', async () => {
    const [list, read] = [operationOf('listMessages'), operationOf('readRecipientSms')]
    const prepared = await setupOf(operationOf('pushMessage'))(service)
    const body = { recipient_email: unusualAddress, subject: 'Your order', body: 'It is on its way.' }
    const headers = { 'Idempotency-Key': 'unusual' }
    const { json } = await service.call('POST', '/api/v1/messages', { key: prepared.token, headers, body })
    for (const language of languages) {
      const listed = await runSample(list, unusualQuery, language, prepared)
      expect(listed.stdout, `${language} ${listed.stderr}`).toContain(json.id)
      const shown = await runSample(read, unusualPath, language, prepared)
      expect(shown.stdout, `${language} ${shown.stderr}`).toContain(unusualAddress)
    }
  })

  test('a read with a wrong key fail and print the error code', async () => {
    const operation = operationOf('readCredits')
    for (const language of languages) {
      const prepared = { token: 'td_live_wrong', real: {} }
      const { code, stdout, stderr } = await runSample(operation, examples['readCredits']!, language, prepared)
      expect(code, language).not.toBe(0)
      expect(stdout + stderr, language).toContain('business.invalid_api_key')
    }
  })
})

test('the samples in TypeScript have no type error', async () => {
  const files = cases.map(({ operation, example }, index) => {
    const file = join(folder, `types-${index}.mts`)
    writeFileSync(file, samplesOf(operation, example).typescript)
    return file
  })
  const modules = join(import.meta.dirname, '../../../node_modules')
  const options = '--ignoreConfig --noEmit --strict --module nodenext --target es2024 --skipLibCheck --types node'
  const args = [...options.split(' '), '--typeRoots', join(modules, '@types'), ...files]
  const { code, stdout } = await run(join(modules, '.bin/tsc'), args)
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
})

const operationOf = (name: string): Operation => merchantOperations.find((operation) => operation.name === name)!

/** Curl prints the whole response, the others what they select of it. */
function expectOutput(operation: Operation, { response, prints }: Example, language: Language, stdout: string): void {
  const printed = printedOf({ response, ...(prints && { prints }) })
  if (language === 'curl')
    expect(comparable(stdout === '' ? null : JSON.parse(stdout)), stdout).toEqual(comparable(response))
  else if (printed === 'no_content') expect(stdout.trim()).toBe(String(successStatus[operation.success]))
  else {
    const values = printed.fields.flatMap((field) => field.values)
    const texts = values.filter((value) => typeof value === 'string' || typeof value === 'number')
    for (const text of texts) expect(comparableText(stdout), language).toContain(comparableText(String(text)))
    expect(stdout.trim()).not.toBe('')
  }
}

const programs: Record<Language, { suffix: string; command: string }> = {
  curl: { suffix: 'sh', command: 'sh' },
  typescript: { suffix: 'ts', command: process.execPath },
  python: { suffix: 'py', command: 'python3' },
  php: { suffix: 'php', command: 'php' },
}

let fileCount = 0
function runSample(operation: Operation, example: Example, language: Language, { token, real }: Prepared) {
  const { suffix, command } = programs[language]
  const file = join(folder, `sample-${fileCount++}.${suffix}`)
  writeFileSync(file, withReal(samplesOf(operation, example)[language], real))
  const variable = operation.access === 'key' ? 'TIDINGS_API_KEY' : 'TIDINGS_OPERATOR_TOKEN'
  return run(command, [file], { PATH: process.env['PATH'], TIDINGS_URL: service.url, [variable]: token })
}

type Run = { code: number; stdout: string; stderr: string }
const run = (command: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<Run> =>
  new Promise((resolve) => {
    const child = execFile(command, args, { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
