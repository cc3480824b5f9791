import type { Tidings } from '@tidings/client'
import type { Command } from 'commander'
import { type Connection, type ConnectionOptions, createClient, resolveConnection } from './connection.ts'
import { createOutput, type Output, type OutputOptions } from './output.ts'
import type { Terminal } from './terminal.ts'

/** What a command gets from outside. `signal` is aborted by Ctrl-C. */
export type Shell = { terminal: Terminal; signal: AbortSignal; now: () => Date; randomBytes: (size: number) => Buffer }

type GlobalOptions = OutputOptions & ConnectionOptions

/** A command in execution: its options, its output and the service that it calls. */
export type Run<Options> = Shell & { options: Options & GlobalOptions; output: Output }

/** Sets the action of a command. The handler gets the arguments of the command as strings. */
export function onRun<Options extends object>(
  command: Command,
  shell: Shell,
  handle: (run: Run<Options>, ...args: string[]) => Promise<void>,
): Command {
  return command.action(async (...given: unknown[]) => {
    const args = given.slice(0, command.registeredArguments.length) as string[]
    const options = command.optsWithGlobals<Options & GlobalOptions>()
    await handle({ ...shell, options, output: createOutput(shell.terminal, options) }, ...args)
  })
}

/** The client of the merchant interface, signed in with an API key. */
export const merchantClient = (run: Run<object>): Tidings => createClient(merchantConnection(run))

export const merchantConnection = ({ terminal, options }: Run<object>): Connection =>
  resolveConnection(terminal.env, options, 'api_key')

/** The client of the operator interface, for `client.request('GET', '/operator/v1/…')`. */
export const operatorClient = ({ terminal, options }: Run<object>): Tidings =>
  createClient(resolveConnection(terminal.env, options, 'operator_token'))
