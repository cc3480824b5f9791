import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeConfiguration } from './describe-configuration.ts'
import { describeEnvExample } from './describe-env-example.ts'

/** npm run configuration: writes docs/configuration.md and .env.example from the table of settings. */
writeFileSync(join(import.meta.dirname, '../../docs/configuration.md'), describeConfiguration())
writeFileSync(join(import.meta.dirname, '../../.env.example'), describeEnvExample())
