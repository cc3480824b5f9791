import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Example } from '../../src/documentation/examples/example.ts'
import { examples } from '../../src/documentation/examples/examples.ts'
import { customer } from '../../src/documentation/examples/shop.ts'
import { languages, samplesOf } from '../../src/documentation/samples/samples.ts'
import { merchantOperations } from '../../src/http/operations.ts'
import type { Operation } from '../../src/operation.ts'
import { createTestService } from '../support/test-service.ts'
import { merchantCases, operatorCases } from './cases.ts'
import { createSampleRunner, run } from './sample-runner.ts'
import { setupOf } from './setups.ts'

const service = await createTestService()
const { folder, runSample, runInEveryLanguage } = createSampleRunner(service)

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
  for (const one of merchantCases)
    test(`${one.name} run in every language and print the response`, () => runInEveryLanguage(one))

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
  const files = [...merchantCases, ...operatorCases].map(({ operation, example }, index) => {
    const file = join(folder, `types-${index}.mts`)
    writeFileSync(file, samplesOf(operation, example).typescript)
    return file
  })
  const modules = join(import.meta.dirname, '../../../node_modules')
  const options = '--ignoreConfig --noEmit --strict --module nodenext --target es2024 --skipLibCheck --types node'
  const fromSource = '--customConditions @tidings/source --allowImportingTsExtensions'
  const args = [...`${options} ${fromSource}`.split(' '), '--typeRoots', join(modules, '@types'), ...files]
  const { code, stdout } = await run(join(modules, '.bin/tsc'), args)
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
})

const operationOf = (name: string): Operation => merchantOperations.find((operation) => operation.name === name)!
