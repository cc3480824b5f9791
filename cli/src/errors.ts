import { TidingsConnectionError, TidingsError, TidingsTimeoutError } from '@tidings/client'
import { type ExitCode, exitCodes } from './exit-codes.ts'

/** A problem that the person at the terminal can solve. It ends the command with one or two lines. */
export class CommandError extends Error {
  readonly exitCode: ExitCode
  readonly advice: string | undefined

  constructor(message: string, exitCode: ExitCode, advice?: string) {
    super(message)
    this.exitCode = exitCode
    this.advice = advice
  }
}

export const usageError = (message: string, advice?: string): CommandError =>
  new CommandError(message, exitCodes.usage, advice)

export type DescribedError = {
  exitCode: ExitCode
  message: string
  /** The second line: what to do, or the page about the code. */
  advice: string | undefined
  code: string | null
  status: number | null
  requestId: string | null
}

export function describeError(error: unknown, url: string | undefined): DescribedError {
  const unknown = { advice: undefined, code: null, status: null, requestId: null }
  if (error instanceof CommandError) {
    const { exitCode, message, advice } = error
    return { ...unknown, exitCode, message, advice }
  }
  if (error instanceof TidingsTimeoutError)
    return {
      ...unknown,
      exitCode: exitCodes.unreachable,
      message: `${url ?? 'The service'} did not respond in time.`,
      advice: 'The outcome is unknown. Repeat the command.',
    }
  if (error instanceof TidingsConnectionError)
    return {
      ...unknown,
      exitCode: exitCodes.unreachable,
      message: `${url ?? 'The service'} is not reachable (${causeOf(error)}).`,
      advice: 'Check the address, which is that of TIDINGS_URL, --url or tidings login.',
    }
  if (error instanceof TidingsError)
    return {
      exitCode: exitCodeOf(error.status),
      message: sentenceOf(error),
      advice: error.link ?? undefined,
      code: error.code,
      status: error.status,
      requestId: error.requestId,
    }
  if (isFileError(error)) return { ...unknown, exitCode: exitCodes.usage, message: fileProblem(error) }
  return { ...unknown, exitCode: exitCodes.unreachable, message: messageOf(error) }
}

/** The lines for a person. An error of the service shows its code, because that is what the documents list. */
export const writeError = ({ message, advice, code }: DescribedError): string =>
  `tidings: ${code === null ? message : `${message} [${code}]`}\n${advice === undefined ? '' : `${advice}\n`}`

export const writeErrorJson = ({ message, advice, code, status, requestId }: DescribedError): string =>
  `${JSON.stringify({ error: { code, message, advice: advice ?? null, status, request_id: requestId } })}\n`

function exitCodeOf(status: number): ExitCode {
  if (status === 401 || status === 403) return exitCodes.notSignedIn
  return status >= 500 ? exitCodes.unreachable : exitCodes.refused
}

function sentenceOf({ help, status, code }: TidingsError): string {
  if (help !== null) return help
  const missing = /^(?!common\.)(\w+)\.not_found$/.exec(code)?.[1]
  return missing === undefined
    ? `The service responded with ${status}.`
    : `There is no such ${missing.replaceAll('_', ' ')}.`
}

function causeOf(error: Error): string {
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause) {
    const code = (cause as NodeJS.ErrnoException).code
    if (code !== undefined) return code
    if (cause instanceof AggregateError) return causeOf(new Error('', { cause: cause.errors[0] }))
  }
  return 'no response'
}

type FileError = NodeJS.ErrnoException & { code: string; path: string }
const isFileError = (error: unknown): error is FileError =>
  error instanceof Error && 'code' in error && 'path' in error && 'syscall' in error

const fileProblems: Record<string, string> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be accessed',
  EISDIR: 'is a folder',
  ENOTDIR: 'is not a folder',
}
const fileProblem = ({ path, code }: FileError): string =>
  `${path} ${fileProblems[code] ?? `cannot be used (${code})`}.`

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message.split('\n', 1)[0]! : String(error)
