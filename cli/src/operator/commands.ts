import type { Command } from 'commander'
import type { Shell } from '../shell.ts'

/** The commands of the operator, which call the operator interface with an operator token. */
export function addOperatorCommands(_program: Command, _shell: Shell): void {}
