import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { patched } from '../../support/program-copy.ts'
import { planted } from './planted.ts'

const server = join(import.meta.dirname, '../../..')

// Whoever changes such a line learns it in a second here, and not from the minutes in which the weaknesses are tried.
for (const { weakness, patch } of planted)
  test(`the source still has the place where a weakness is planted: ${weakness}`, () => {
    const source = readFileSync(join(server, patch.file), 'utf8')
    expect(patched(source, patch)).not.toBe(source)
  })
