import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import { isHidden } from '../src/completion/complete.ts'
import { examplesOf } from '../src/examples.ts'
import { createProgram } from '../src/program.ts'

const introduction = `# Command line reference

Every command with its options and examples, written from the program by \`npm run commands\`. [Command line](command-line.md) is
the guide. Every command also has \`--json\`, \`--no-color\`, \`--profile <name>\`, \`--url <url>\` and \`--help\`.
`

/** The reference of all commands, written from the program itself. */
export function writeReference(): string {
  const screen = { write: () => true, isTerminal: false, columns: 100 }
  const program = createProgram({
    terminal: { stdout: screen, stderr: screen, stdin: process.stdin, env: {} },
    signal: new AbortController().signal,
    now: () => new Date(),
    randomBytes,
  })
  return `${introduction}\n${leavesOf(program).map(sectionOfCommand).join('\n')}`
}

/** The commands that do something, with the names of their groups. */
function leavesOf(command: Command): Command[] {
  const visible = command.commands.filter((one) => !isHidden(one) && one.name() !== 'help')
  return visible.flatMap((one) =>
    one.commands.length === 0 ? [one] : [...(hasAction(one) ? [one] : []), ...leavesOf(one)],
  )
}

const hasAction = (command: Command): boolean => command.registeredArguments.length > 0

function sectionOfCommand(command: Command): string {
  const help = command.createHelp()
  const options = command.options.map((option) => `| \`${option.flags}\` | ${escaped(option.description)} |`)
  const args = command.registeredArguments.map(
    (one) => `| \`${help.argumentTerm(one)}\` | ${escaped(one.description)} |`,
  )
  const rows = [...args, ...options]
  return [
    `## tidings ${pathOf(command)}\n`,
    `${wrapped(command.description())}\n`,
    ...(rows.length === 0 ? [] : [`| Argument or option | Meaning |\n|---|---|\n${rows.join('\n')}\n`]),
    `\`\`\`bash\n${examplesOf(command)
      .map((example) => `# ${example.explains}\n${example.command}`)
      .join('\n')}\n\`\`\`\n`,
  ].join('\n')
}

const pathOf = (command: Command): string =>
  command.parent === null || command.parent.parent === null
    ? command.name()
    : `${pathOf(command.parent)} ${command.name()}`

const escaped = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

/** Lines of documents have at most 128 characters. */
const wrapped = (text: string): string => text.replaceAll(/(?=.{127})(.{1,126}) /g, '$1\n')
