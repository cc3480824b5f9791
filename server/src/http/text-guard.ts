import type { ValidationError } from '../errors.ts'
import { maxValidationErrors, validationError } from './validation-error.ts'

const maxDepth = 32

/**
 * A list or an object that is being traversed. `step` is the current name or index; null for a name that must not be echoed.
 */
type Open = { names: string[] | null; values: unknown[]; next: number; step: string | number | null }

/**
 * Finds text that PostgreSQL cannot store: a NUL, which it refuses, and an unpaired surrogate, which would silently become
 * U+FFFD (7.1). Also refuses values nested too deep for later, recursive steps, so it does not recurse itself. `except` is a
 * field that is validated elsewhere.
 */
export function guardText(value: unknown, loc: (string | number)[], except?: string): ValidationError[] {
  if (typeof value === 'string') return [textError(value, loc)].filter((found) => found !== null)
  if (value === null || typeof value !== 'object') return []
  const errors: ValidationError[] = []
  const open = [opened(value)]
  const currentLoc = (): (string | number)[] => [
    ...loc,
    ...open.map(({ step }) => step).filter((step): step is string | number => step !== null),
  ]
  while (errors.length < maxValidationErrors) {
    const last = open.at(-1)
    if (last === undefined) return errors
    if (last.next === last.values.length) {
      open.pop()
      continue
    }
    const inner = last.values[last.next]
    const name = last.names === null ? last.next : last.names[last.next]!
    last.next++
    if (name === except && open.length === 1) continue
    last.step = null
    const nameError = typeof name === 'string' && isUnstorable(name) ? textError(name, currentLoc()) : null
    if (nameError === null) last.step = name
    else errors.push({ ...nameError, input: null })

    if (typeof inner === 'string') {
      if (isUnstorable(inner)) errors.push(textError(inner, currentLoc())!)
    } else if (inner !== null && typeof inner === 'object') {
      if (open.length === maxDepth)
        return [
          validationError(
            'json_invalid',
            loc.slice(0, 1),
            `JSON decode error: nested deeper than ${maxDepth} levels`,
            null,
          ),
        ]
      open.push(opened(inner))
    }
  }
  return errors
}

const opened = (value: object): Open => ({
  names: Array.isArray(value) ? null : Object.keys(value),
  values: Array.isArray(value) ? value : Object.values(value),
  next: 0,
  step: null,
})

const isUnstorable = (text: string): boolean => !text.isWellFormed() || text.includes('\0')

/** The validation error of one text: a field, or a path or query parameter. */
export function textError(text: string, loc: (string | number)[]): ValidationError | null {
  if (!text.isWellFormed())
    return validationError(
      'string_unicode',
      loc,
      'Input should be a valid string, unable to parse raw data as a unicode string',
      null,
    )
  if (text.includes('\0'))
    return validationError('value_error', loc, 'Value error, text must not contain the NUL character (U+0000)', text)
  return null
}
