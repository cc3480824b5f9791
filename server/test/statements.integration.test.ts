import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { allStatements } from '../src/db/statement.ts'
import { createDatabase } from './support/test-service.ts'

const source = join(import.meta.dirname, '../src')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /(^|[/.])(sql|pages)\.ts$/.test(name),
)
await Promise.all(files.map((name) => import(join(source, name))))

const client = new pg.Client({ connectionString: await createDatabase() })
await client.connect()
afterAll(() => client.end())

test('there are statements to prepare', () => {
  expect(allStatements.size).toBeGreaterThan(10)
})

for (const { name, text } of allStatements.values())
  test(`${name} is valid against the real schema`, async () => {
    await client.query(`prepare "${name}" as ${text}`)
  })
