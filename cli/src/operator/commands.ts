import type { Command } from 'commander'
import type { Shell } from '../shell.ts'
import { addAudit, addNotices } from './audit.ts'
import { addBusinesses } from './businesses.ts'
import { addDoctor } from './doctor.ts'
import { addGrantCredits } from './grant-credits.ts'
import { addPrices } from './prices.ts'
import { addSending } from './sending.ts'
import { addTemplates } from './templates.ts'

/**
 * The commands of the operator, which call the operator interface with an operator token. `credits grant` is below the command of
 * the merchant, and `keys` and `messages why` take an option.
 */
export function addOperatorCommands(program: Command, shell: Shell): void {
  for (const add of operatorCommands) add(program, shell)
  addGrantCredits(program.commands.find((command) => command.name() === 'credits')!, shell)
}

/** In the order of the help. */
const operatorCommands = [addBusinesses, addPrices, addTemplates, addSending, addAudit, addNotices, addDoctor]
