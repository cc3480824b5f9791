import type { Patch } from '../../harness/program-copy.ts'

/**
 * Plausible weaknesses, and the family of inputs that reveals each. They wrap an exported function, so that bounds inside the
 * function do not prevent them.
 */
export const planted: { weakness: string; family: RegExp; patch: Patch }[] = [
  {
    weakness: 'an unbounded array that is validated item by item',
    family: /^(operation|batch): /,
    patch: {
      file: 'src/http/input.ts',
      find: 'export function createReadInput(operation: Operation): ReadInput {',
      put: `
export function createReadInput(operation: Operation): ReadInput {
  const read = createBoundedReadInput(operation)
  return (raw) => {
    validateItems(parseOrNull(raw.bytes))
    return read(raw)
  }
}

function parseOrNull(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return null
  }
}

/** Validates every item of a list in the body or in one of its fields. */
function validateItems(value: unknown): string[] {
  const fields = value !== null && typeof value === 'object' ? [value, ...Object.values(value)] : []
  return fields.filter(Array.isArray).flatMap((list) => list.map((item, index) => validateItem(item, index)))
}

function validateItem(item: unknown, index: number): string {
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
    weakness: 'a form parser that compares each field with every other',
    family: /^twilio: /,
    patch: {
      file: 'src/http/callbacks.ts',
      find: 'export function callbackPages(',
      put: `
export function callbackPages(...args: Parameters<typeof boundedCallbackPages>): Page[] {
  const pages = boundedCallbackPages(...args)
  if (args[1].name !== 'twilio') return pages
  return pages.map((bounded) => ({
    ...bounded,
    bodyLimitBytes: 2 * 1024 * 1024,
    serve: (request) => {
      readFields(request.body.toString())
      return bounded.serve(request)
    },
  }))
}

/** Of repeated fields the last one counts. */
function readFields(form: string): string[] {
  let fields: string[] = []
  for (const field of form.split('&')) fields = [...fields.filter((earlier) => earlier + '&' !== field + '=&'), field]
  return fields
}

function boundedCallbackPages(`,
    },
  },
]
