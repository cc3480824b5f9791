import { hash } from 'node:crypto'

/** Text that is markup already. Everything else that is put into a template is escaped. */
export type Html = { readonly markup: string }

export function html(parts: TemplateStringsArray, ...values: (string | number | Html | Html[])[]): Html {
  const markup = parts.map((part, index) => part + (index < values.length ? insert(values[index]!) : '')).join('')
  return { markup }
}

/** A whole page of ours: one style element, and nothing from elsewhere. `meta` is what its head holds beside. */
export const htmlDocument = (page: { language: string; meta: Html; title: string; style: string; body: Html }): Html =>
  html`<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${page.meta}<title>${page.title}</title>
<style>${{ markup: page.style }}</style>
</head>
<body>
${page.body}
</body>
</html>
`

/** What a Content-Security-Policy calls an element with just this text. */
export const hashSource = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`

function insert(value: string | number | Html | Html[]): string {
  if (Array.isArray(value)) return value.map(({ markup }) => markup).join('')
  return typeof value === 'object' ? value.markup : escape(String(value))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character]!)
