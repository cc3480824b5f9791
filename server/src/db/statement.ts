/**
 * A named SQL statement with the types of its parameters and rows. In the text, `$id` is `params.id`, and
 * `$jobs(id uuid, business_id uuid)` is a table named `jobs` with a row for each record of `params.jobs`, whose fields `id` and
 * `businessId` are passed as arrays. PostgreSQL needs less processor time for arrays than for JSON. `Params` is `null` for a
 * statement without parameters.
 */
export type Statement<Params, Row> = {
  readonly name: string
  readonly text: string
  readonly bind: (params: Params) => unknown[]
  readonly row?: Row
}

/** All statements, so that a test can prepare each of them against the real schema. */
export const allStatements = new Map<string, Pick<Statement<never, unknown>, 'name' | 'text'>>()

/** Declares a statement; called once each, at module level. Without a row type the statement returns no rows. */
export function statement<Params, Row = never>(name: string, text: string): Statement<Params, Row> {
  const { compiled, bind } = compile(name, text)
  const declared = { name, text: compiled, bind }
  // PostgreSQL truncates names to 63 bytes, so longer ones could collide.
  if (allStatements.has(name) || name.length > 63) throw new Error(`the statement name ${name} is taken or too long`)
  allStatements.set(name, declared)
  return declared
}

type Values = Readonly<Record<string, unknown>>
const parameter = /\$([a-z]\w*)(?:\(([^)]*)\))?/gi

function compile(name: string, text: string): { compiled: string; bind: (params: unknown) => unknown[] } {
  const readers = new Map<string, (params: Values) => unknown>()
  const position = (key: string, read: (params: Values) => unknown): string => {
    if (!readers.has(key)) readers.set(key, read)
    return `$${[...readers.keys()].indexOf(key) + 1}`
  }
  const read = (values: Values, field: string): unknown => {
    const value = values[field]
    if (value === undefined) throw new Error(`${name} needs the parameter ${field}`)
    return value
  }
  const compiled = text.replaceAll(parameter, (_, field: string, columns?: string) => {
    if (columns === undefined) return position(field, (params) => read(params, field))
    const fields = columns.split(',').map((column) => column.trim().split(/\s+/) as [column: string, type: string])
    const arrays = fields.map(([column, type]) => {
      const key = camelCase(column)
      const array = position(`${field}.${column}`, (params) =>
        (read(params, field) as Values[]).map((record) => encode(type, read(record, key))),
      )
      return `${array}::${type}[]`
    })
    return `unnest(${arrays.join(', ')}) as ${field} (${fields.map(([column]) => column).join(', ')})`
  })
  const inOrder = [...readers.values()]
  return { compiled, bind: (params) => inOrder.map((readOne) => readOne(params as Values)) }
}

const camelCase = (column: string): string => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Without this, the driver would pass a JSON array inside an array as a second array dimension. */
const encode = (type: string, value: unknown): unknown =>
  type === 'jsonb' && value !== null ? JSON.stringify(value) : value
