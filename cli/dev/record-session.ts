import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { replaceSection } from './document-sections.ts'
import { recordSession } from './session.ts'

/** Records the session of docs/guides/command-line.md against a development service. */
const root = join(import.meta.dirname, '../..')
const document = join(root, 'docs/guides/command-line.md')
const home = mkdtempSync(join(tmpdir(), 'tidings-session-service-'))
// PostgreSQL may run as another user.
chmodSync(home, 0o755)
const options = ['--json', '--fresh', '--port', '0', '--simulator-port', '0']
const service = spawn(process.execPath, [join(root, 'server/dev/main.ts'), ...options], {
  env: { ...process.env, TIDINGS_HOME: join(home, 'home') },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const [line] = (await once(createInterface({ input: service.stdout }), 'line')) as [string]
  const { url, test_api_key: testKey } = JSON.parse(line) as { url: string; test_api_key: string }
  const session = await recordSession({ url, testKey })
  writeFileSync(document, replaceSection(readFileSync(document, 'utf8'), 'A session', session))
} finally {
  service.kill('SIGINT')
  await once(service, 'close')
  rmSync(home, { recursive: true, force: true })
}
