export type Problem = { problem: string }

/** The fields of a JSON object. Unknown fields are refused, because a test would not notice that a misspelt one is ignored. */
export function readFields(body: string, allowed: string[]): { fields: Record<string, unknown> } | Problem {
  const fields = readObject(body)
  if (fields === null) return { problem: 'The body must be a JSON object' }

  const unknown = Object.keys(fields).find((name) => !allowed.includes(name))
  return unknown === undefined ? { fields } : { problem: `Unknown field ${unknown}` }
}

function readObject(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isOneOf<Choice extends string>(choices: readonly Choice[], value: unknown): value is Choice {
  return (choices as readonly unknown[]).includes(value)
}
