import { Argument, type Command } from 'commander'
import { withCandidates } from '../choices.ts'
import { complete } from '../completion/complete.ts'
import { completionScripts, type ShellName, shells } from '../completion/scripts.ts'
import { usageError } from '../errors.ts'
import { addExamples } from '../examples.ts'
import { readProfiles } from '../profiles.ts'
import { onRun, type Shell } from '../shell.ts'

export function addCompletion(program: Command, shell: Shell): void {
  const command = program
    .command('completion')
    .description('Print the script that completes commands and options in a shell.')
    .addArgument(withCandidates(new Argument('<shell>', 'bash, zsh or fish'), shells))
  addExamples(command, [
    ['In ~/.bashrc', 'eval "$(tidings completion bash)"'],
    ['In ~/.zshrc', 'eval "$(tidings completion zsh)"'],
    ['In fish', 'tidings completion fish > ~/.config/fish/completions/tidings.fish'],
  ])
  onRun(command, shell, async ({ output }, name) => {
    if (!isShellName(name)) throw usageError(`There is no completion for ${name}.`, `Choose ${shells.join(', ')}.`)
    output.write(completionScripts[name])
  })
  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .action((words: string[]) => {
      const profiles = Object.keys(readProfiles(shell.terminal.env).profiles)
      for (const candidate of complete(program, words, profiles)) shell.terminal.stdout.write(`${candidate}\n`)
    })
}

const isShellName = (text: string): text is ShellName => shells.some((one) => one === text)
