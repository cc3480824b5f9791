import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeInterface } from '../src/documentation/openapi.ts'
import { merchantOperations } from '../src/http/operations.ts'

/** npm run openapi: writes the interface description that is committed and reviewed as a diff. */
writeFileSync(
  join(import.meta.dirname, '../../docs/openapi.json'),
  `${JSON.stringify(describeInterface(merchantOperations), null, 2)}\n`,
)
