import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeInterface, describeOperatorInterface } from '../src/documentation/openapi.ts'
import { writeCollection } from '../src/documentation/postman.ts'
import { developmentOperations, merchantOperations, operatorOperations } from '../src/http/operations.ts'
import { clientTypes } from './client-types.ts'

/**
 * npm run openapi: writes the descriptions of both interfaces, a Postman collection and the types of the client and of the command
 * line, which are committed and reviewed as a diff.
 */
const root = join(import.meta.dirname, '../..')
const merchantInterface = describeInterface(merchantOperations)
const operatorInterface = describeOperatorInterface([...operatorOperations, ...developmentOperations])
const documents = {
  'openapi.json': merchantInterface,
  'operator-openapi.json': operatorInterface,
  'postman.json': writeCollection(
    merchantInterface,
    describeOperatorInterface(operatorOperations),
    'http://127.0.0.1:3000',
  ),
}
for (const [name, document] of Object.entries(documents))
  writeFileSync(join(root, 'docs', name), `${JSON.stringify(document, null, 2)}\n`)
writeFileSync(join(root, 'sdk/src/openapi.ts'), await clientTypes(merchantInterface))
writeFileSync(join(root, 'cli/src/operator/openapi.ts'), await clientTypes(operatorInterface))
