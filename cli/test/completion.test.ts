import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { completionScripts, shells } from '../src/completion/scripts.ts'
import { runInProcess } from './support/run-in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'tidings-completion-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const program = join(import.meta.dirname, '../src/main.ts')
writeFileSync(
  join(folder, 'tidings'),
  `#!/bin/sh\nexec '${process.execPath}' --conditions=@tidings/source '${program}' "$@"\n`,
  { mode: 0o755 },
)
const env = { PATH: `${folder}:${process.env['PATH']}`, HOME: folder }

const isInstalled = (shell: string): boolean => {
  try {
    execFileSync(shell, ['-c', 'true'])
    return true
  } catch {
    return false
  }
}

const completions: [line: string, candidates: string[]][] = [
  ['tidings me', ['messages']],
  ['tidings messages ', ['list', 'show', 'why']],
  ['tidings --json messages w', ['why']],
  ['tidings trigger message.b', ['message.bounced']],
  ['tidings push --ch', ['--channel']],
  ['tidings push --channel ', ['email', 'sms', 'whatsapp']],
  ['tidings push --to ada@example.com --no-n', ['--no-notify']],
  // Bash splits words at a colon, and replaces only what follows it.
  ['tidings keys create --scope messages:w', ['write']],
  ['tidings import ', []],
  ['tidings completion ', ['bash', 'zsh', 'fish']],
]

test('bash completes commands, options and values', { timeout: 120_000 }, () => {
  const script = `eval "$(tidings completion bash)"
    for COMP_LINE in "$@"; do COMP_POINT=\${#COMP_LINE}; _tidings; echo "\${COMPREPLY[*]}"; done`
  const lines = completions.map(([line]) => line)
  const output = execFileSync('bash', ['-c', script, 'bash', ...lines], { env, encoding: 'utf8' })
  expect(output.trimEnd().split('\n')).toEqual(completions.map(([, candidates]) => candidates.join(' ')))
})

for (const shell of shells)
  test.skipIf(!isInstalled(shell))(`${shell} can parse its script`, () => {
    const path = join(folder, `script.${shell}`)
    writeFileSync(path, completionScripts[shell])
    expect(() => execFileSync(shell, ['-n', path])).not.toThrow()
  })

test('a shell without a script is refused', async () => {
  expect(await runInProcess(['completion', 'tcsh'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'tidings: There is no completion for tcsh.\nChoose bash, zsh, fish.\n',
  })
})
