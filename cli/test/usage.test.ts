import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { writeReference } from '../dev/reference.ts'
import { isHidden } from '../src/completion/complete.ts'
import { examplesOf } from '../src/examples.ts'
import { exitCodeMeanings, exitCodes } from '../src/exit-codes.ts'
import { createProgram } from '../src/program.ts'
import { createShell, runInProcess } from './support/run-in-process.ts'

const guide = (name: string): string => readFileSync(join(import.meta.dirname, '../../docs/guides', name), 'utf8')
const program = createProgram(createShell().shell)
const allCommands = (command: Command): Command[] =>
  command.commands.flatMap((one) => (isHidden(one) ? [] : [one, ...allCommands(one)]))
const nameOf = (command: Command): string =>
  command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`

describe('every command', () => {
  for (const command of allCommands(program)) {
    test(`${nameOf(command)} has a description that ends with a full stop, and examples in its help`, async () => {
      expect(command.description()).toMatch(/^[A-Z].*\.$/s)
      expect(examplesOf(command).length).toBeGreaterThan(0)
      const { code, stdout } = await runInProcess([...nameOf(command).split(' ').slice(1), '--help'])
      expect(code).toBe(0)
      for (const example of examplesOf(command)) expect(stdout).toContain(`$ ${example.command}\n`)
    })
    for (const example of examplesOf(command))
      test(`the example ${example.command} can be parsed`, async () => {
        expect(await parsedBy(example.command)).toMatch(/^tidings /)
      })
  }
})

/** Parses a line with actions that only record which command was selected. */
async function parsedBy(line: string): Promise<string> {
  const { shell, written } = createShell()
  const parser = createProgram(shell)
  let selected = ''
  for (const command of allCommands(parser)) command.action(() => void (selected = nameOf(command)))
  const words = wordsOf(line)
  await parser.parseAsync(words.slice(words.indexOf('tidings') + 1), { from: 'user' }).catch((error: unknown) => {
    throw new Error(`${String(error)} ${written.stderr}`)
  })
  return selected
}

/** The words of one command, without what follows a pipe or a redirection. */
function wordsOf(line: string): string[] {
  const command = /^eval "\$\((.*)\)"$/.exec(line)?.[1] ?? line
  return [...(/^(?:"[^"]*"|[^|<>"])*/.exec(command)?.[0] ?? '').matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, word]) => quoted ?? word!,
  )
}

describe('wrong usage ends with 2 and a suggestion', () => {
  for (const [args, message] of [
    [['mesages'], "tidings: unknown command 'mesages'\n(Did you mean messages?)\n"],
    [['messages', 'wyh', 'msg_1'], "tidings: unknown command 'wyh'\n(Did you mean why?)\n"],
    [['push', '--subjct', 'x'], "tidings: unknown option '--subjct'\n(Did you mean --subject?)\n"],
    [['listen'], "tidings: required option '--forward-to <url>' not specified\n"],
    [['messages', 'show'], "tidings: missing required argument 'message-id'\n"],
    [['credits', 'now'], "tidings: too many arguments for 'credits'. Expected 0 arguments but got 1: now.\n"],
    [
      ['clock', 'advance', 'soon'],
      "tidings: command-argument value 'soon' is invalid for argument 'duration'. It must be a duration such as 90s, 15m, 36h, 2d or 1d12h.\n",
    ],
    [
      ['push', '--channel', 'fax'],
      "tidings: option '--channel <channel>' argument 'fax' is invalid. Choose one of email, sms, whatsapp.\n",
    ],
    [
      ['push', '--to', 'ada@example.com'],
      'tidings: The message lacks --subject, --body.\nGive them as options, or the whole request with --file.\n',
    ],
  ] as const)
    test(args.join(' '), async () => {
      const { code, stdout, stderr } = await runInProcess([...args])
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr.replace('Run the command with --help for its options and examples.\n', '')).toBe(message)
    })
  test('a group without a command prints its help', async () => {
    const { code, stdout, stderr } = await runInProcess(['messages'])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('Usage: tidings messages')
  })
})

describe('colour', () => {
  const escape = '\u001b['
  for (const [name, options, args, isColoured] of [
    ['is used on a terminal', { isTerminal: true }, [], true],
    ['is not used in a pipe', {}, [], false],
    ['is not used with --no-color', { isTerminal: true }, ['--no-color'], false],
    ['is not used with NO_COLOR', { isTerminal: true, env: { NO_COLOR: '1' } }, [], false],
    ['is not used on a dumb terminal', { isTerminal: true, env: { TERM: 'dumb' } }, [], false],
  ] as const)
    test(name, async () => {
      const { stdout } = await runInProcess([...args, 'push', '--help'], options)
      expect(stdout.includes(escape)).toBe(isColoured)
    })
})

test('help fits into 80 columns, except for examples', async () => {
  for (const command of allCommands(program)) {
    const { stdout } = await runInProcess([...nameOf(command).split(' ').slice(1), '--help'], { isTerminal: true })
    const [usage] = stdout.split('Examples:')
    // oxlint-disable-next-line no-control-regex -- colours have no width
    for (const line of usage!.replaceAll(/\u001b\[\d+m/g, '').split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  }
})

test('the reference is current (npm run commands writes it)', () => {
  expect(guide('command-line-reference.md')).toBe(writeReference())
})

test('the guide lists every exit code', () => {
  const rows = Object.entries(exitCodes).map(
    ([name, code]) => `| ${code} | ${exitCodeMeanings[name as keyof typeof exitCodes]} |`,
  )
  expect(guide('command-line.md')).toContain(rows.join('\n'))
})
