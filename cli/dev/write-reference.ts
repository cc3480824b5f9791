import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeReference } from './reference.ts'

writeFileSync(join(import.meta.dirname, '../../docs/guides/command-line-reference.md'), writeReference())
