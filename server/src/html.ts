/** Text that is markup already. Everything else that is put into a template is escaped. */
export type Html = { readonly markup: string }

export function html(parts: TemplateStringsArray, ...values: (string | number | Html | Html[])[]): Html {
  const markup = parts.map((part, index) => part + (index < values.length ? insert(values[index]!) : '')).join('')
  return { markup }
}

function insert(value: string | number | Html | Html[]): string {
  if (Array.isArray(value)) return value.map(({ markup }) => markup).join('')
  return typeof value === 'object' ? value.markup : escape(String(value))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character]!)
