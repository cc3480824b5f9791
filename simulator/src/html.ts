/** Safe markup. Every other value inserted into a template is escaped. */
export type Html = { readonly markup: string }
type Insertable = string | number | Html | Html[]

export function html(parts: TemplateStringsArray, ...values: Insertable[]): Html {
  return { markup: parts.map((part, index) => part + (index < values.length ? insert(values[index]!) : '')).join('') }
}

function insert(value: Insertable): string {
  if (Array.isArray(value)) return value.map(({ markup }) => markup).join('')
  return typeof value === 'object' ? value.markup : escape(String(value))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character]!)
