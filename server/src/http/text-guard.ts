import type { Fault } from '../errors.ts'
import { fault } from './fault.ts'

const deepest = 32

/**
 * Finds text PostgreSQL cannot hold: a NUL, which it refuses, and an unpaired surrogate, which would silently become
 * U+FFFD (7.1). Also refuses what is nested so deep that later steps could not recurse through it.
 */
export function guardText(value: unknown, loc: (string | number)[], except?: string): Fault[] {
  const faults: Fault[] = []
  const guarded = except === undefined || !isObject(value) ? value : { ...value, [except]: null }
  return walk(guarded, loc, 0, faults)
    ? faults
    : [fault('json_invalid', loc.slice(0, 1), `JSON decode error: nested deeper than ${deepest} levels`, null)]
}

const isObject = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** False when the value is nested too deep. */
function walk(value: unknown, loc: (string | number)[], depth: number, faults: Fault[]): boolean {
  if (typeof value === 'string') {
    const found = textFault(value, loc)
    if (found !== null) faults.push(found)
    return true
  }
  if (value === null || typeof value !== 'object') return true
  if (depth === deepest) return false
  if (Array.isArray(value)) return value.every((item, index) => walk(item, [...loc, index], depth + 1, faults))
  return Object.entries(value).every(([name, inner]) => {
    const nameFault = textFault(name, loc)
    if (nameFault !== null) faults.push({ ...nameFault, input: null })
    return walk(inner, nameFault === null ? [...loc, name] : loc, depth + 1, faults)
  })
}

/** The fault of one text, for a path or query parameter as for a field. */
export function textFault(text: string, loc: (string | number)[]): Fault | null {
  if (!text.isWellFormed())
    return fault(
      'string_unicode',
      loc,
      'Input should be a valid string, unable to parse raw data as a unicode string',
      null,
    )
  if (text.includes('\0'))
    return fault('value_error', loc, 'Value error, text must not contain the NUL character (U+0000)', text)
  return null
}
