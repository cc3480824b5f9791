/** The body of an event (6.1): four fields, sorted keys, no white space. These bytes are signed and sent. */
export function writeEnvelope(event: {
  id: string
  type: string
  occurredAt: Date
  data: Record<string, unknown>
}): string {
  return sorted({ id: event.id, type: event.type, occurred_at: withOffset(event.occurredAt), data: event.data })
}

/** Events have microseconds and an offset (6.1). All other times of the interface have milliseconds and a Z. */
const withOffset = (moment: Date): string => moment.toISOString().replace('Z', '000+00:00')

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).toSorted(([one], [two]) => (one < two ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${sorted(field)}`).join(',')}}`
}
