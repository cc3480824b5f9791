import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applyPatch } from '../harness/program-copy.ts'
import { mutations } from './mutations.ts'

for (const mutation of mutations)
  test(`the source contains the line that is changed so that ${mutation.name}`, () => {
    const source = readFileSync(join(import.meta.dirname, '../..', mutation.file), 'utf8')
    expect(applyPatch(source, mutation)).not.toBe(source)
  })
