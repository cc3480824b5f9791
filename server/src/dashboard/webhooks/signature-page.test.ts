import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Language, languages, readLanguage, sampleOf } from './signature-page.ts'

const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/webhooks.md'), 'utf8')
const blocks = [...guide.matchAll(/```\w+\n([\s\S]*?)```/g)].map(([, code]) => code)

/** `server/test/documents/verify-webhook.integration.test.ts` runs the programs of the guide. */
test.each(Object.keys(languages) as Language[])('the program in %s is that of the guide', (language) => {
  expect(blocks).toContain(sampleOf(language))
})

test('an unknown language is that of the client', () => {
  expect([readLanguage('go'), readLanguage('cobol'), readLanguage(null)]).toEqual(['go', 'client', 'client'])
})
