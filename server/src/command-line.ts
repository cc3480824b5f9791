import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Parses the arguments of a command. A problem is one line, and not an exception with a stack trace. */
export function parseCommandLine<const Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> | { problem: string } {
  try {
    return parseArgs(config)
  } catch (error) {
    // The message continues with advice that does not fit npm, which takes the two dashes for itself.
    return { problem: (error as Error).message.split(/\.\s|\n/, 1)[0]! }
  }
}
