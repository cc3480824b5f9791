import type { Patch } from '../../support/program-copy.ts'

/**
 * Weaknesses somebody could write tomorrow, and the family of inputs that shows each. They stand around an exported function and not in
 * it, so that they are still weaknesses when what is inside is bounded.
 */
export const planted: { weakness: string; family: RegExp; patch: Patch }[] = [
  {
    weakness: 'an array without a bound that is judged item by item',
    family: /^(operation|batch): /,
    patch: {
      file: 'src/http/input.ts',
      find: 'export function createReadInput(operation: Operation): ReadInput {',
      put: `
export function createReadInput(operation: Operation): ReadInput {
  const read = createBoundedReadInput(operation)
  return (raw) => {
    judgeItems(readOrNull(raw.bytes))
    return read(raw)
  }
}

function readOrNull(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return null
  }
}

/** Lists of the body and of its fields, however long they are. */
function judgeItems(value: unknown): string[] {
  const fields = value !== null && typeof value === 'object' ? [value, ...Object.values(value)] : []
  return fields.filter(Array.isArray).flatMap((list) => list.map((item, index) => judgeItem(item, index)))
}

function judgeItem(item: unknown, index: number): string {
  try {
    if (typeof item !== 'string' || !['email', 'sms', 'whatsapp'].includes(item)) throw new Error('item ' + index)
    return ''
  } catch (error) {
    return (error as Error).stack!
  }
}

function createBoundedReadInput(operation: Operation): ReadInput {`,
    },
  },
  {
    weakness: 'a parser of forms that compares each field with every other',
    family: /^twilio: /,
    patch: {
      file: 'src/http/callbacks.ts',
      find: 'export function callbackPages(',
      put: `
export function callbackPages(...given: Parameters<typeof boundedCallbackPages>): Page[] {
  const pages = boundedCallbackPages(...given)
  if (given[1].name !== 'twilio') return pages
  return pages.map((bounded) => ({
    ...bounded,
    bodyLimitBytes: 2 * 1024 * 1024,
    serve: (visit) => {
      readFields(visit.body.toString())
      return bounded.serve(visit)
    },
  }))
}

/** The last of repeated fields counts. */
function readFields(form: string): string[] {
  let fields: string[] = []
  for (const field of form.split('&')) fields = [...fields.filter((earlier) => earlier + '&' !== field + '=&'), field]
  return fields
}

function boundedCallbackPages(`,
    },
  },
]
