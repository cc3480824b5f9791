import { describe, test } from 'vitest'
import { createTestService } from '../support/test-service.ts'
import { operatorCases } from './cases.ts'
import { createSampleRunner } from './sample-runner.ts'

const { runInEveryLanguage } = createSampleRunner(await createTestService())

/** One after another, because some operations list or change what belongs to the whole service. */
describe('the samples of', () => {
  for (const one of operatorCases)
    test(`${one.name} run in every language and print the response`, () => runInEveryLanguage(one))
})
