import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeConfiguration } from './describe-configuration.ts'

/** npm run configuration: writes docs/configuration.md from the table of settings. */
writeFileSync(join(import.meta.dirname, '../../docs/configuration.md'), describeConfiguration())
