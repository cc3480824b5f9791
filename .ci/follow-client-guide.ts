import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isFulfilled } from '../server/test/documents/pasted-steps.ts'

/**
 * Runs every program of docs/guides/client.md in a folder where the client is installed, and checks what each prints:
 * node .ci/follow-client-guide.ts <folder> <ready.json of npm run dev>
 */
const [folder = '', readyFile = ''] = process.argv.slice(2)
const ready = JSON.parse(readFileSync(readyFile, 'utf8')) as { url: string; test_api_key: string }
const guide = readFileSync(join(import.meta.dirname, '../docs/guides/client.md'), 'utf8')
const env = { ...process.env, TIDINGS_URL: ready.url, TIDINGS_API_KEY: ready.test_api_key }

const programs = [...guide.matchAll(/^```ts\n([^]*?)^```\n\n```text\n([^]*?)^```$/gm)]
if (programs.length !== guide.split('\n```ts\n').length - 1) throw new Error('a program of the guide states no output')
for (const [index, [, program = '', promised = '']] of programs.entries()) {
  const file = `block-${index + 1}.mjs`
  writeFileSync(join(folder, file), program)
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: 60_000,
  })
  if (status === 0 && isFulfilled({ language: 'text', text: promised }, stdout)) continue
  process.stderr.write(`program ${index + 1} promised\n${promised}\nbut printed\n${stdout}${stderr}\n`)
  process.exitCode = 1
}
process.stdout.write(`docs/guides/client.md has ${programs.length} programs\n`)
