import type { Line, LineStatus } from './lines.decide.ts'

const statusWidth = 9
const checkWidth = 15

/** A line for each check, and the advice on a line of its own. */
export function formatLines(lines: Line[]): string {
  const indent = ' '.repeat(statusWidth + checkWidth)
  return lines
    .map(({ check, status, found, advice }) => {
      const line = `${status.padEnd(statusWidth)}${check.padEnd(checkWidth)}${found}\n`
      return advice === null ? line : `${line}${indent}→ ${advice}\n`
    })
    .join('')
    .concat(`\n${summaryOf(lines)}\n`)
}

export const countOf = (lines: Line[], status: LineStatus): number =>
  lines.filter((line) => line.status === status).length

function summaryOf(lines: Line[]): string {
  const [problems, warnings] = [countOf(lines, 'problem'), countOf(lines, 'warning')]
  return `${plural(problems, 'problem')}, ${plural(warnings, 'warning')}`
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`
