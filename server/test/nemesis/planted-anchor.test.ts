import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applyPatch } from '../harness/program-copy.ts'
import { planted } from './planted.ts'

const server = join(import.meta.dirname, '../..')

// Reports a changed line within a second; otherwise only the planted bugs' test, which takes a quarter of an hour, would fail.
for (const { bug, patch } of planted)
  test(`the source still contains the line where a bug is planted: ${bug}`, () => {
    const source = readFileSync(join(server, patch.file), 'utf8')
    expect(applyPatch(source, patch)).not.toBe(source)
  })
