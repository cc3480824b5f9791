import { escapeLiteral } from 'pg'
import type { Database } from '../../src/db/database.ts'
import { type Statement, statement } from '../../src/db/statement.ts'

export type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}
type Value = string | number | Date | string[] | null
/** A statement with its values. */
export type Asked = { text: string; values: Value[] }
export const asked = <Params>({ text, bind }: Statement<Params, unknown>, params: NoInfer<Params>): Asked => ({
  text,
  values: bind(params) as Value[],
})

/** The plan for the values of this execution, and the one for any values, which PostgreSQL uses when it is no more expensive. */
export const planModes = ['force_custom_plan', 'force_generic_plan'] as const

let explanations = 0
/** Uses `prepare` and `execute`, because only a prepared statement can have a generic plan. */
export async function explain(db: Database, { text, values }: Asked, mode: (typeof planModes)[number]): Promise<Plan> {
  const name = `explained_${explanations++}`
  const literals = values.map((value) => (value === null ? 'null' : escapeLiteral(literalOf(value))))
  const parameters = literals.length === 0 ? '' : `(${literals.join(', ')})`
  const row = await db.transaction(async (tx) => {
    await tx.command(`set local plan_cache_mode = ${mode}`)
    await tx.command(`prepare ${name} as ${text}`)
    return tx.one(
      statement<null, { 'QUERY PLAN': [{ Plan: Plan }] }>(
        `probe.${name}`,
        `explain (analyze, buffers, format json) execute ${name} ${parameters}`,
      ),
    )
  })
  return row!['QUERY PLAN'][0].Plan
}

function literalOf(value: NonNullable<Value>): string {
  if (Array.isArray(value)) return `{${value.join(',')}}`
  return value instanceof Date ? value.toISOString() : String(value)
}

export const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
/** The number of rows read from tables, before joins, sorts and limits. */
export const rowsRead = (plan: Plan): number =>
  nodesOf(plan)
    .filter((node) => node['Relation Name'] !== undefined)
    .reduce(
      (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    )
