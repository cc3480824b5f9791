import type { Command, Option } from 'commander'
import { candidatesOf } from '../choices.ts'

/** The candidates for the last of these words, which are those after the name of the program. */
export function complete(program: Command, words: string[], profiles: string[]): string[] {
  const current = words.at(-1) ?? ''
  const { command, operands, awaiting } = walk(program, words.slice(0, -1))
  const all = awaiting !== null ? valuesOf(awaiting, profiles) : wordsAt(command, operands, current)
  return all.filter((candidate) => candidate.startsWith(current))
}

type Walk = { command: Command; operands: number; awaiting: Option | null }

/** Finds the command that the words select, how many of its arguments they give, and the option that waits for its value. */
function walk(program: Command, words: string[]): Walk {
  let [command, operands] = [program, 0]
  let awaiting: Option | null = null
  for (const word of words) {
    if (awaiting !== null) awaiting = null
    else if (word.startsWith('-')) awaiting = optionOf(command, word)
    else {
      const next: Command | undefined = command.commands.find((one) => one.name() === word)
      if (next === undefined) operands += 1
      else [command, operands] = [next, 0]
    }
  }
  return { command, operands, awaiting }
}

function wordsAt(command: Command, operands: number, current: string): string[] {
  if (current.startsWith('-')) return optionsOf(command).map((option) => option.long ?? option.short!)
  const argument = command.registeredArguments[operands]
  return [
    ...command.commands.filter((one) => !isHidden(one)).map((one) => one.name()),
    ...(argument === undefined ? [] : candidatesOf(argument)),
  ]
}

/** A hidden command begins with two underscores. */
export const isHidden = (command: Command): boolean => command.name().startsWith('__')

const valuesOf = (option: Option, profiles: string[]): readonly string[] =>
  option.long === '--profile' || option.long === '--use' ? profiles : candidatesOf(option)

function optionOf(command: Command, word: string): Option | null {
  const option = optionsOf(command).find(({ long, short }) => long === word || short === word)
  return option !== undefined && (option.required || option.optional) ? option : null
}

function optionsOf(command: Command): Option[] {
  const help = command.createHelp()
  return [...help.visibleOptions(command), ...ancestorsOf(command).flatMap((one) => [...one.options])]
}

const ancestorsOf = ({ parent }: Command): Command[] => (parent === null ? [] : [parent, ...ancestorsOf(parent)])
