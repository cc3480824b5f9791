import { type Style, styleFor } from './style.ts'
import { type Column, formatFields, formatTable } from './table.ts'
import type { Terminal } from './terminal.ts'

export type OutputOptions = { json?: boolean | undefined; color?: boolean | undefined }
export type Output = ReturnType<typeof createOutput>

/**
 * With --json a command prints what the service returned: one document on one line, and a list as one line for each item. So the
 * output of a list that ends and of one that does not (`events tail`, `listen`) has the same form.
 */
export function createOutput(terminal: Terminal, { json = false, color }: OutputOptions) {
  const style: Style = styleFor(terminal, 'stdout', { color })
  const write = (text: string): void => void terminal.stdout.write(text)
  const writeJson = (value: unknown): void => write(`${JSON.stringify(value)}\n`)
  return {
    style,
    errorStyle: styleFor(terminal, 'stderr', { color }),
    isJson: json,
    write,
    writeJson,
    /** Text for a person; left out with --json. */
    say: (text: string): void => {
      if (!json) write(`${text}\n`)
    },
    /** What does not belong to the result, such as progress or advice. */
    note: (text: string): void => {
      if (!json) terminal.stderr.write(`${text}\n`)
    },
    list: <Row>(columns: Column<Row>[], rows: Row[], empty: string): void => {
      if (json) rows.forEach(writeJson)
      else if (rows.length === 0) terminal.stderr.write(`${empty}\n`)
      else write(formatTable(columns, rows, terminal.stdout.columns, style))
    },
    fields: (value: unknown, fields: [name: string, value: string | number | boolean | null][]): void => {
      if (json) writeJson(value)
      else write(formatFields(fields, terminal.stdout.columns, style))
    },
  }
}
