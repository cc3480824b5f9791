import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeConfiguration } from './describe-configuration.ts'

test('docs/configuration.md is what `npm run configuration` writes', () => {
  const written = readFileSync(join(import.meta.dirname, '../../docs/configuration.md'), 'utf8')
  expect(written).toBe(describeConfiguration())
})
