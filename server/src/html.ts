import { hash } from 'node:crypto'

/** Text that is already markup. All other values in a template are escaped. */
export type Html = { readonly markup: string }

export function html(parts: TemplateStringsArray, ...values: (string | number | Html | Html[])[]): Html {
  const markup = parts.map((part, index) => part + (index < values.length ? insert(values[index]!) : '')).join('')
  return { markup }
}

/** A whole page with one style element and no external resources. `meta` is further markup for its head. */
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

/** The source expression of a Content-Security-Policy that allows an element with exactly this text. */
export const hashSource = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`

function insert(value: string | number | Html | Html[]): string {
  if (Array.isArray(value)) return value.map(({ markup }) => markup).join('')
  return typeof value === 'object' ? value.markup : escape(String(value))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character]!)
