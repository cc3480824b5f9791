import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeInterface, describeOperatorInterface } from '../src/documentation/openapi.ts'
import { exportPolicy } from '../src/documentation/site/policy.ts'
import { createSite } from '../src/documentation/site/site.ts'
import { merchantOperations, operatorOperations } from '../src/http/operations.ts'

/** npm run docs: writes the documentation site as files that any web server can serve from its root. */
const { values } = parseArgs({
  options: { out: { type: 'string' }, url: { type: 'string', default: 'https://updates.example.com' } },
})
if (values.out === undefined) {
  process.stderr.write('Usage: npm run docs -- --out <folder> [--url <address of the service in examples>]\n')
  process.exit(2)
}
const folder = values.out
const operations = [...merchantOperations, ...operatorOperations]
const site = createSite({ url: values.url, operations, policy: exportPolicy })

function write(path: string, text: string): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** A page is the index of a folder with its name, so that its address needs no ending. */
const fileOf = (address: string, contentType: string): string =>
  contentType.startsWith('text/html') ? `${address}/index.html` : address

for (const address of site.addresses()) {
  const { body, contentType } = site.file(address)!
  write(fileOf(address, contentType), body)
}
write('index.html', site.file('/docs')!.body)
write('404.html', site.missing('/docs'))
write('api/v1/openapi.json', `${JSON.stringify(describeInterface(merchantOperations), null, 2)}\n`)
write('operator/v1/openapi.json', `${JSON.stringify(describeOperatorInterface(operatorOperations), null, 2)}\n`)
process.stdout.write(`${site.pages().length} pages in ${folder}\n`)
