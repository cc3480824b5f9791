import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { type Setting, settings } from '../src/settings.ts'
import { describeEnvExample } from './describe-env-example.ts'

const text = describeEnvExample()
const key = Buffer.alloc(32, 1).toString('base64')
const secrets = { SECRET_KEYS: `1:${key}`, DIGEST_KEY: key }

test('.env.example is what `npm run configuration` writes', () => {
  expect(readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8')).toBe(text)
})

test('every setting has one line, and only the required ones are not commented out', () => {
  for (const [name, { default: value }] of Object.entries<Setting>(settings)) {
    const lines = text.split('\n').filter((line) => new RegExp(`^#?${name}=`).test(line))
    expect(
      lines.map((line) => line.startsWith('#')),
      name,
    ).toEqual([value !== 'required'])
  }
})

test('with the generated keys filled in, it is a valid configuration', () => {
  expect(readConfig({ ...parseEnv(text), ...secrets })).toHaveProperty('config')
  expect(readConfig({ ...parseEnv(text) })).toHaveProperty('problems')
})

test('every default that is shown is a valid value', () => {
  const defaults = Object.entries<Setting>(settings).flatMap(([name, { default: value }]) =>
    value === null || value === 'required' ? [] : [text.split('\n').find((line) => line.startsWith(`#${name}=`))!],
  )
  const uncommented = defaults.map((line) => line.slice(1)).join('\n')
  expect(readConfig({ ...parseEnv(text), ...parseEnv(uncommented), ...secrets })).toHaveProperty('config')
})
