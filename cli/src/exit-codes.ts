/** The exit codes of every command. `docs/guides/command-line.md` describes them for scripts. */
export const exitCodes = {
  success: 0,
  refused: 1,
  usage: 2,
  notSignedIn: 3,
  unreachable: 4,
  incomplete: 5,
  interrupted: 130,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export const exitCodeMeanings: Record<keyof typeof exitCodes, string> = {
  success: 'the command did what it was asked to do',
  refused: 'the service refused the request, or a check failed',
  usage: 'wrong usage: an unknown command or option, an invalid value, a file that cannot be read',
  notSignedIn: 'not signed in, or the key is not valid for this operation',
  unreachable: 'the service is not reachable, or the outcome is unknown: repeat the command',
  incomplete: 'a part of the work was refused, such as some rows of an import',
  interrupted: 'ended by Ctrl-C',
}
