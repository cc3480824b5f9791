/** The reason why a command of development failed, without its stack trace. */
export function describeProblem(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return describeProblem(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  const { code, path } = error as NodeJS.ErrnoException
  if (path !== undefined && code !== undefined && isFolderProblem(code))
    return `${path} cannot be used (${code}): set TIDINGS_HOME to a folder that you may write`
  return error.message
}

const isFolderProblem = (code: string): boolean => ['EACCES', 'EEXIST', 'ENOTDIR', 'EPERM', 'EROFS'].includes(code)
