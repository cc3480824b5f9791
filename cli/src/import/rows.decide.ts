/**
 * Which push a row of a CSV file makes. A column belongs to the field of a push with its name, or with one of its other names. An
 * empty cell is a field that is not given. The subject and the text may be templates, in which {column} is the cell of the row.
 */
import type { PushRequest } from '@tidings/client'

export type ImportDefaults = Partial<
  Pick<PushRequest, 'subject' | 'body' | 'channels' | 'order_status' | 'kind' | 'send_at' | 'notify'>
>
type Field = Exclude<keyof PushRequest, 'whatsapp_opt_in'> | 'whatsapp_opt_in_at'
/** The field of each column, or null. */
export type Mapping = { columns: string[]; fields: (Field | null)[] }

type Parsed = { value: unknown } | { problem: string }

const text = (cell: string): Parsed => ({ value: cell })
const list = (cell: string): Parsed => ({ value: cell.split(/[\s,;|]+/).filter((part) => part !== '') })
const truth = (cell: string): Parsed => {
  if (/^(true|yes|1)$/i.test(cell)) return { value: true }
  return /^(false|no|0)$/i.test(cell) ? { value: false } : { problem: 'is neither yes nor no' }
}
const integer = (cell: string): Parsed =>
  /^\d{1,9}$/.test(cell) ? { value: Number(cell) } : { problem: 'is not a whole number' }

const fieldParsers: Record<Field, (cell: string) => Parsed> = {
  recipient_email: text,
  recipient_phone: text,
  subject: text,
  body: text,
  channels: list,
  reference: text,
  order_status: text,
  kind: text,
  send_at: text,
  notify: truth,
  sms_if_whatsapp_fails: truth,
  escalate_if_unread_after_minutes: integer,
  obsoletes: list,
  whatsapp_opt_in_at: text,
}
const otherNames: Record<string, Field> = {
  email: 'recipient_email',
  email_address: 'recipient_email',
  phone: 'recipient_phone',
  phone_number: 'recipient_phone',
  message: 'body',
  text: 'body',
  order: 'reference',
  order_number: 'reference',
  status: 'order_status',
  channel: 'channels',
}

/** `renamed` are fields whose column the caller named, as `{ recipient_email: 'E-Mail' }`. */
export function mapColumns(columns: string[], renamed: Record<string, string>): Mapping | { problem: string } {
  for (const [field, column] of Object.entries(renamed)) {
    if (!isField(field))
      return { problem: `There is no field ${field}: choose one of ${Object.keys(fieldParsers).join(', ')}.` }
    if (!columns.includes(column)) return { problem: `The file has no column ${column}.` }
  }
  const given = new Map(Object.entries(renamed).map(([field, column]) => [column, field as Field]))
  const fields = columns.map((column) => given.get(column) ?? fieldOf(column, renamed))
  const twice = fields.find((field, index) => field !== null && fields.indexOf(field) !== index)
  if (twice !== undefined && twice !== null)
    return { problem: `Two columns are ${twice}: name one with --map ${twice}=column.` }
  return { columns, fields }
}

export function pushOfRow(
  { columns, fields }: Mapping,
  cells: string[],
  defaults: ImportDefaults,
): { request: PushRequest } | { problem: string } {
  if (cells.length !== columns.length)
    return { problem: `The row has ${cells.length} cells and the header ${columns.length}.` }
  const filled = (template: string): string =>
    template.replaceAll(/\{([^{}]+)\}/g, (whole, column: string) => cells[columns.indexOf(column)] ?? whole)
  const request: Record<string, unknown> = { ...defaults }
  for (const name of ['subject', 'body'] as const)
    if (defaults[name] !== undefined) request[name] = filled(defaults[name])
  for (const [index, field] of fields.entries()) {
    const cell = cells[index]!
    if (field === null || cell === '') continue
    const result = fieldParsers[field](cell)
    if ('problem' in result) return { problem: `${columns[index]} ${result.problem}.` }
    if (field === 'whatsapp_opt_in_at') request['whatsapp_opt_in'] = { source: 'import', obtained_at: result.value }
    else request[field] = result.value
  }
  const missing = ['recipient_email', 'subject', 'body'].filter((field) => request[field] === undefined)
  if (missing.length > 0) return { problem: `${missing.join(', ')} is missing.` }
  return { request: request as PushRequest }
}

const isField = (name: string): name is Field => Object.hasOwn(fieldParsers, name)

function fieldOf(column: string, renamed: Record<string, string>): Field | null {
  const name = column
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  const field = isField(name) ? name : (otherNames[name] ?? null)
  return field !== null && Object.hasOwn(renamed, field) ? null : field
}
