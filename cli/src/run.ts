import { CommanderError } from 'commander'
import { describeError, writeError, writeErrorJson } from './errors.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { createProgram } from './program.ts'
import type { Shell } from './shell.ts'

/** Runs one command line, without the name of the program, and returns its exit code. */
export async function run(args: readonly string[], shell: Shell): Promise<ExitCode> {
  const program = createProgram(shell)
  try {
    await program.parseAsync(args, { from: 'user' })
    return shell.signal.aborted ? exitCodes.interrupted : exitCodes.success
  } catch (error) {
    // The parser has printed its message already. Help and version are no errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success : exitCodes.usage
    if (shell.signal.aborted) return exitCodes.interrupted
    const { json, url } = program.opts<{ json?: boolean; url?: string }>()
    const described = describeError(error, url ?? shell.terminal.env['TIDINGS_URL'])
    shell.terminal.stderr.write(json === true ? writeErrorJson(described) : writeError(described))
    return described.exitCode
  }
}
