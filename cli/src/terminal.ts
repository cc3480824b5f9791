/** The terminal, or the pipe, that a command reads and writes. The only access to the process below `main.ts`. */
export type Terminal = {
  stdout: Screen
  stderr: Screen
  stdin: Keyboard
  env: Readonly<Record<string, string | undefined>>
}

type Screen = { write: (text: string) => unknown; isTerminal: boolean; columns: number }

type Keyboard = NodeJS.ReadableStream & {
  isTTY?: boolean
  setRawMode?: (isRaw: boolean) => unknown
}

/** A pipe has no width of its own, and a line that is too long for a terminal is of use to a program. */
export const widthOfPipe = Number.MAX_SAFE_INTEGER
