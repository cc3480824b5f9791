import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeInterface, describeOperatorInterface } from '../src/documentation/openapi.ts'
import { developmentOperations, merchantOperations, operatorOperations } from '../src/http/operations.ts'

/** npm run openapi: writes the descriptions of both interfaces, which are committed and reviewed as a diff. */
const documents = {
  'openapi.json': describeInterface(merchantOperations),
  'operator-openapi.json': describeOperatorInterface([...operatorOperations, ...developmentOperations]),
}
for (const [name, document] of Object.entries(documents))
  writeFileSync(join(import.meta.dirname, '../../docs', name), `${JSON.stringify(document, null, 2)}\n`)
