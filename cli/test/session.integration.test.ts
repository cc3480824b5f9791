import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestService } from '../../server/test/support/test-service.ts'
import { sectionOf } from '../dev/document-sections.ts'
import { recordSession } from '../dev/session.ts'

const service = await createTestService()

test('the session in the guide is what terminals show (npm run session records it)', async () => {
  const { test: shop } = await service.sides()
  const document = readFileSync(join(import.meta.dirname, '../../docs/guides/command-line.md'), 'utf8')
  const recorded = await recordSession({ url: service.url, testKey: shop.key })
  expect(recorded.trim()).toBe(sectionOf(document, 'A session'))
})
