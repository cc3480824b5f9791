import type { Terminal } from './terminal.ts'

const barWidth = 24

export type ProgressBar = { update: (done: number, suffix: string) => void; end: () => void }

/** On the last line of a terminal. A pipe or a file gets nothing. */
export function createProgressBar({ stderr }: Terminal, total: number, isEnabled: boolean): ProgressBar {
  if (!isEnabled || !stderr.isTerminal) return { update: () => undefined, end: () => undefined }
  const clear = '\r\u001b[K'
  return {
    update: (done, suffix) => {
      const text = `${formatBar(done, total)} ${done}/${total}  ${suffix}`
      stderr.write(`${clear}${text.slice(0, stderr.columns - 1)}`)
    },
    end: () => void stderr.write(clear),
  }
}

function formatBar(done: number, total: number): string {
  const filled = total === 0 ? barWidth : Math.floor((done / total) * barWidth)
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}]`
}
