import { styleText } from 'node:util'
import { Command } from 'commander'
import { addClock } from './commands/clock.ts'
import { addCompletion } from './commands/completion.ts'
import { addCredits } from './commands/credits.ts'
import { addEvents } from './commands/events.ts'
import { addImport } from './commands/import.ts'
import { addKeys } from './commands/keys.ts'
import { addListen } from './commands/listen.ts'
import { addLogin } from './commands/login.ts'
import { addLogout } from './commands/logout.ts'
import { addMessages } from './commands/messages.ts'
import { addOutbox } from './commands/outbox.ts'
import { addPreview } from './commands/preview.ts'
import { addProfiles } from './commands/profiles.ts'
import { addPush } from './commands/push.ts'
import { addRecipients } from './commands/recipients.ts'
import { addTrigger } from './commands/trigger.ts'
import { addWebhooks } from './commands/webhooks.ts'
import { addWhoami } from './commands/whoami.ts'
import { addOperatorCommands } from './operator/commands.ts'
import type { Shell } from './shell.ts'
import { isColoured } from './style.ts'
import { version } from './version.ts'

/** The commands. `main.ts` runs it, and tests, completion and the reference read it. */
export function createProgram(shell: Shell): Command {
  const { terminal } = shell
  const program: Command = new Command('tidings')
    .description('The command line of Tidings, the order-update notification service')
    .version(version, '-V, --version', 'print the version')
    .option('--json', 'print JSON, one document on each line')
    .option('--no-color', 'print without colour')
    .option('--profile <name>', 'sign in with this profile')
    .option('--url <url>', 'the address of the service')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print the help of a command')
    .showHelpAfterError('Run the command with --help for its options and examples.')
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: (text) => styleText('bold', text, { validateStream: false }),
    })
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, 'tidings: ')),
      getOutHelpWidth: () => Math.min(terminal.stdout.columns, 100),
      getErrHelpWidth: () => Math.min(terminal.stderr.columns, 100),
      getOutHasColors: () => isColoured(terminal, 'stdout', program.opts()),
      getErrHasColors: () => isColoured(terminal, 'stderr', program.opts()),
    })
    .exitOverride()
  program.commandsGroup('Commands of a merchant:')
  for (const add of merchantCommands) add(program, shell)
  program.commandsGroup('Commands of the operator:')
  addOperatorCommands(program, shell)
  return program
}

/** In the order of the help. */
const merchantCommands = [
  addLogin,
  addLogout,
  addProfiles,
  addWhoami,
  addPush,
  addPreview,
  addImport,
  addMessages,
  addListen,
  addTrigger,
  addEvents,
  addClock,
  addOutbox,
  addWebhooks,
  addRecipients,
  addCredits,
  addKeys,
  addCompletion,
]
