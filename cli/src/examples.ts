import type { Command } from 'commander'

/** `command` is without the name of the program; `explains` says what it does. */
export type Example = { command: string; explains: string }

const stored = new WeakMap<Command, Example[]>()

/** The examples of a command, at the end of its help. Every command has some: a test fails otherwise. */
export function addExamples(command: Command, examples: [explains: string, command: string][]): Command {
  stored.set(
    command,
    examples.map(([explains, text]) => ({ explains, command: text })),
  )
  return command.addHelpText('after', () => `\nExamples:\n${examples.map(formatExample).join('\n')}`)
}

export const examplesOf = (command: Command): Example[] => stored.get(command) ?? []

const formatExample = ([explains, text]: [string, string]): string => `  # ${explains}\n  $ ${text}`
