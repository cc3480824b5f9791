/** An SQL text with the name it is prepared under and the shape of its rows. */
export type Statement<Row> = { readonly name: string; readonly text: string; readonly row?: Row }

/** Every statement of the program, so that a test can prepare each against the real schema. */
export const allStatements = new Map<string, Statement<unknown>>()

/** Declares a statement once, at module level. PostgreSQL cuts names at 63 bytes, so a longer one could collide. */
export function statement<Row>(name: string, text: string): Statement<Row> {
  if (allStatements.has(name) || name.length > 63) throw new Error(`the statement name ${name} is taken or too long`)
  const declared = { name, text }
  allStatements.set(name, declared)
  return declared
}
