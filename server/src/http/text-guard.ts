import type { Fault } from '../errors.ts'
import { fault, mostFaults } from './fault.ts'

const deepest = 32

/** A list or an object that is being looked through. `place` is the name or index of what is looked at; null if it cannot be told. */
type Open = { names: string[] | null; values: unknown[]; next: number; place: string | number | null }

/**
 * Finds text PostgreSQL cannot hold: a NUL, which it refuses, and an unpaired surrogate, which would silently become
 * U+FFFD (7.1). Also refuses what is nested so deep that later steps could not recurse through it, so it must not recurse itself.
 * `except` is a field that is judged elsewhere.
 */
export function guardText(value: unknown, loc: (string | number)[], except?: string): Fault[] {
  if (typeof value === 'string') return [textFault(value, loc)].filter((found) => found !== null)
  if (value === null || typeof value !== 'object') return []
  const faults: Fault[] = []
  const open = [opened(value)]
  const here = (): (string | number)[] => [
    ...loc,
    ...open.map(({ place }) => place).filter((place): place is string | number => place !== null),
  ]
  while (faults.length < mostFaults) {
    const last = open.at(-1)
    if (last === undefined) return faults
    if (last.next === last.values.length) {
      open.pop()
      continue
    }
    const inner = last.values[last.next]
    const name = last.names === null ? last.next : last.names[last.next]!
    last.next++
    if (name === except && open.length === 1) continue
    last.place = null
    const nameFault = typeof name === 'string' && isUnstorable(name) ? textFault(name, here()) : null
    if (nameFault === null) last.place = name
    else faults.push({ ...nameFault, input: null })

    if (typeof inner === 'string') {
      if (isUnstorable(inner)) faults.push(textFault(inner, here())!)
    } else if (inner !== null && typeof inner === 'object') {
      if (open.length === deepest)
        return [fault('json_invalid', loc.slice(0, 1), `JSON decode error: nested deeper than ${deepest} levels`, null)]
      open.push(opened(inner))
    }
  }
  return faults
}

const opened = (value: object): Open => ({
  names: Array.isArray(value) ? null : Object.keys(value),
  values: Array.isArray(value) ? value : Object.values(value),
  next: 0,
  place: null,
})

const isUnstorable = (text: string): boolean => !text.isWellFormed() || text.includes('\0')

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
