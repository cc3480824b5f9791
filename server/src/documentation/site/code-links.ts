import { errorCodes } from '../../errors.ts'
import { failureCodeWords } from '../../failure-code-words.ts'
import { reasonWords } from '../../reason-words.ts'
import { events } from '../../webhooks/event-types.ts'

/** The page of a value, if the field with this name contains codes that have pages. */
export function hrefOfValue(field: string, value: string): string | null {
  if (field.endsWith('reason')) return Object.hasOwn(reasonWords, value) ? `/docs/reasons/${value}` : null
  if (/(^|_)type(s)?$/.test(field)) return Object.hasOwn(events, value) ? `/docs/events/${value}` : null
  return field.endsWith('error_code') ? hrefOfErrorCode(value) : null
}

const hrefOfErrorCode = (code: string): string | null =>
  Object.hasOwn(errorCodes, code) || Object.hasOwn(failureCodeWords, code) ? `/docs/errors/${code}` : null
