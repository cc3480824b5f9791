import type { AuditAction } from '../../audit/actions.ts'
import { formatDay, readDay } from '../day.decide.ts'

/** `who` is the name of an operator, or the id of an operator or a person. `from` and `to` are days in UTC, the last one included. */
export type AuditFilter = {
  businessId: string | null
  who: string | null
  action: AuditAction | null
  from: Date | null
  to: Date | null
}
type AuditField = 'business' | 'who' | 'action' | 'from' | 'to'

/** Reads the fields of the form; what is not a value of a field is ignored. `actions` are those that can be chosen. */
export function readAuditFilter(
  fieldOf: (name: AuditField) => string | null,
  actions: readonly AuditAction[],
): AuditFilter {
  const text = (name: AuditField): string | null => fieldOf(name)?.trim().slice(0, 120) || null
  return {
    businessId: text('business'),
    who: text('who'),
    action: actions.find((one) => one === fieldOf('action')) ?? null,
    from: readDay(fieldOf('from')),
    to: readDay(fieldOf('to')),
  }
}

/** The query of the page with this filter. */
export function formatAuditFilter({ businessId, who, action, from, to }: AuditFilter): Record<string, string> {
  const values: Record<AuditField, string | null> = {
    business: businessId,
    who,
    action,
    from: formatDay(from),
    to: formatDay(to),
  }
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

const dayMilliseconds = 86_400_000
/** The query parameters of the operation that lists the log. */
export const auditQuery = ({ businessId, who, action, from, to }: AuditFilter): Record<string, string> => ({
  ...(businessId !== null && { business_id: businessId }),
  ...(who !== null && { [/^(opr|per)_/.test(who) ? 'actor' : 'operator']: who }),
  ...(action !== null && { action }),
  ...(from !== null && { since: from.toISOString() }),
  ...(to !== null && { until: new Date(to.getTime() + dayMilliseconds).toISOString() }),
})
