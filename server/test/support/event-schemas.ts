import { Ajv, type ValidateFunction } from 'ajv'
import { dateTimeProblem } from '../../src/date-time.ts'
import type { Database } from '../../src/db/database.ts'
import { statement } from '../../src/db/statement.ts'
import { events } from '../../src/webhooks/event-types.ts'

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true })
for (const keyword of ['x-enumDescriptions', 'x-extensible']) ajv.addKeyword(keyword)
ajv.addFormat('date-time', (text: string) => dateTimeProblem(text) === null)

/** Stricter than the published schema: a field that the schema lacks is an error. */
const validators = new Map<string, ValidateFunction>(
  Object.entries(events).map(([type, { data }]) => [type, ajv.compile({ ...data, additionalProperties: false })]),
)

/** What is wrong with the data of an event, in words. */
export function eventProblems(type: string, data: unknown): string[] {
  const validate = validators.get(type)
  if (validate === undefined) return [`${type} is not in the list of event types`]
  return validate(data) ? [] : validate.errors!.map(({ instancePath, message }) => `${type} ${instancePath} ${message}`)
}

/** A test of costs fills the table with rows that are not JSON. */
const storedEvents = statement<null, { body: string }>(
  'test.stored_events',
  `select body from events where body like '{%'`,
)

/** Throws if the data of a published event does not fit the schema of its type. */
export async function checkStoredEvents(db: Database): Promise<void> {
  const rows = await db.all(storedEvents)
  const problems = rows.flatMap(({ body }) => {
    const { type, data } = JSON.parse(body) as { type: string; data: unknown }
    return eventProblems(type, data)
  })
  if (problems.length > 0) throw new Error(`Events do not fit their schemas: ${[...new Set(problems)].join('; ')}`)
}
