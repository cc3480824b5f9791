import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** A block of commands that a reader pastes, and the output that the document promises for it. */
export type PastedStep = { line: number; command: string; promised: { language: 'json' | 'text'; text: string } | null }
type Surroundings = { folder: string; environment?: Record<string, string>; timeoutMilliseconds?: number }

/**
 * The `sh` blocks of a document in their order. A `json` or `text` block is the output of the block before it. With `programs`
 * a `ts` block is a program that the reader saves and runs.
 */
export function pastedSteps(markdown: string, { programs = false } = {}): PastedStep[] {
  const steps: PastedStep[] = []
  for (const { language, line, text: content } of fencedBlocks(markdown)) {
    const last = steps.at(-1)
    if (language === 'sh') steps.push({ line, command: content, promised: null })
    else if (language === 'ts' && programs)
      steps.push({ line, command: `cat >program.mjs <<'END'\n${content}END\nnode program.mjs\n`, promised: null })
    else if ((language === 'json' || language === 'text') && last?.promised === null)
      last.promised = { language, text: content }
  }
  return steps
}

/** Runs all steps in one shell, as a reader does. Returns a problem for each promise that was not fulfilled. */
export async function followSteps(steps: PastedStep[], surroundings: Surroundings): Promise<string[]> {
  const { outputs, exitCode } = await runInOneShell(steps, surroundings)
  if (exitCode !== 0) {
    const last = Math.max(outputs.length - 1, 0)
    return [`line ${steps[last]!.line}: the shell ended with ${exitCode}\n${outputs[last] ?? ''}`]
  }
  return steps.flatMap(({ line, promised }, index) => {
    const output = outputs[index]!
    if (promised === null || isFulfilled(promised, output)) return []
    return [`line ${line}: promised\n${promised.text}\nbut printed\n${output}`]
  })
}

/** `…` stands for anything. JSON is compared with the last line that is JSON, and may leave out fields. */
export function isFulfilled(
  { language, text: promised }: NonNullable<PastedStep['promised']>,
  output: string,
): boolean {
  if (language === 'json') return contains(lastJson(output), JSON.parse(promised))
  return promised
    .trim()
    .split('\n')
    .every((line) => pattern(line).test(output))
}

const marker = '-- step --'

async function runInOneShell(
  steps: PastedStep[],
  { folder, environment, timeoutMilliseconds = 100_000 }: Surroundings,
): Promise<{ outputs: string[]; exitCode: number | null }> {
  const script = steps.map(({ command }) => `printf '\\n${marker}\\n'\n${command}`).join('\n')
  const shell = spawn('bash', ['-euc', `exec 2>&1\n${script}`], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  // What a step leaves in the background would hold the output open.
  const endGroup = (): void => {
    try {
      process.kill(-shell.pid!, 'SIGKILL')
    } catch {}
  }
  const timer = setTimeout(endGroup, timeoutMilliseconds)
  const exited = new Promise<number | null>((resolve) => shell.on('exit', resolve))
  void exited.then(endGroup)
  const printed = await text(shell.stdout)
  const exitCode = await exited
  clearTimeout(timer)
  return { outputs: printed.split(`\n${marker}\n`).slice(1), exitCode }
}

type Block = { language: string; line: number; text: string }

function fencedBlocks(markdown: string): Block[] {
  const blocks: Block[] = []
  let open: Block | null = null
  for (const [index, line] of markdown.split('\n').entries()) {
    const fence = /^```(\w*)$/.exec(line)
    if (fence === null) {
      if (open !== null) open.text += `${line}\n`
    } else if (open === null) open = { language: fence[1]!, line: index + 2, text: '' }
    else {
      blocks.push(open)
      open = null
    }
  }
  return blocks
}

function lastJson(output: string): unknown {
  for (const line of output.trim().split('\n').toReversed())
    try {
      return JSON.parse(line)
    } catch {}
  return undefined
}

function contains(actual: unknown, promised: unknown): boolean {
  if (typeof promised === 'string')
    return typeof actual === 'string' && new RegExp(`^${wildcard(promised)}$`).test(actual)
  if (promised === null || typeof promised !== 'object') return actual === promised
  if (actual === null || typeof actual !== 'object' || Array.isArray(actual) !== Array.isArray(promised)) return false
  if (Array.isArray(promised) && promised.length !== (actual as unknown[]).length) return false
  return Object.entries(promised).every(([name, value]) => contains((actual as Record<string, unknown>)[name], value))
}

const pattern = (line: string): RegExp => new RegExp(wildcard(line.trim()))
const wildcard = (promised: string): string =>
  promised
    .split('…')
    .map((part) => RegExp.escape(part))
    .join('.*')
