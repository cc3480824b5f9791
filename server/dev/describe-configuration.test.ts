import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Setting, settings } from '../src/settings.ts'
import { describeConfiguration } from './describe-configuration.ts'

test('docs/configuration.md is what `npm run configuration` writes', () => {
  const written = readFileSync(join(import.meta.dirname, '../../docs/configuration.md'), 'utf8')
  expect(written).toBe(describeConfiguration())
})

test('every setting is listed once, with its words and its example', () => {
  const text = describeConfiguration()
  for (const [name, { example, meaning }] of Object.entries<Setting>(settings)) {
    expect(text.split(`| \`${name}\` |`), name).toHaveLength(2)
    expect(text).toContain(`\`${example}\` | ${meaning}`)
    expect(meaning, name).toMatch(/^[A-Z].{20,}\.$/)
  }
})
