import type { describeInterface } from '../documentation/openapi.ts'
import { type ErrorCode, errorCodes } from '../errors.ts'
import { type Html, hashSource, html, htmlDocument } from '../html.ts'
import { errorStatus } from '../status.ts'

type Description = ReturnType<typeof describeInterface>
type Field = {
  type?: string | string[]
  $ref?: string
  enum?: unknown[]
  items?: Field
  format?: string
  maxLength?: number
  description?: string
}
type Shape = { properties?: Record<string, Field>; required?: string[] }
type Content = { content?: { 'application/json': { schema: Field & Shape } } }
type Described = {
  operationId: string
  summary: string
  parameters: { name: string; in: string; required: boolean; schema: Field }[]
  requestBody?: Content
  responses: Record<string, Content & { description: string }>
}

const style = `
:root { color-scheme: light dark; --line: light-dark(#d8dce3, #3a3f4a); --soft: light-dark(#f5f6f8, #1d2027); --ink: light-dark(#1b2230, #e6e9ef); --link: light-dark(#0b57a4, #8cc0ff) }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; font: 1rem/1.55 system-ui, sans-serif; color: var(--ink); background: light-dark(#fff, #14161b) }
h1 { margin: 0 }
h2 { margin: 2.5rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 1.15rem }
h3 { margin: 1.2rem 0 .3rem; font-size: .95rem }
a { color: var(--link) }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere }
.table { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: .93rem }
th, td { text-align: left; vertical-align: top; padding: .35rem .7rem .35rem 0; border-bottom: 1px solid var(--line) }
nav ol { list-style: none; padding: 0 }
nav li { padding: .15rem 0 }
pre { background: var(--soft); padding: .8rem; overflow-x: auto }
`
export const contentSecurityPolicy = `default-src 'none'; style-src ${hashSource(style)}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

/** Renders the OpenAPI document as a page without scripts and external resources. */
export function renderReference(description: Description): string {
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: operation as unknown as Described,
    })),
  )
  const resolve = (schema: Field & Shape): Shape =>
    schema.$ref === undefined ? schema : (description.components.schemas[schema.$ref.split('/').at(-1)!] as Shape)

  return renderPage(
    `${description.info.title} ${description.info.version}: reference`,
    html`<header>
<h1>${description.info.title} <small>${description.info.version}</small></h1>
<p>${description.info.summary}. For programs: <a href="/api/v1/openapi.json">OpenAPI 3.1</a>.</p>
<p>Every operation takes an API key in the header <code>Authorization: Bearer td_live_…</code>. Bodies are JSON, timestamps RFC 3339.</p>
</header>
<nav aria-label="Operations"><ol>
${operations.map(({ method, path, operation }) => html`<li><a href="#${operation.operationId}"><code>${method} ${path}</code></a> ${operation.summary}</li>\n`)}<li><a href="#errors">Errors</a></li>
</ol></nav>
<main>
${operations.map(({ method, path, operation }) => renderOperation(method, path, operation, resolve))}
<section aria-labelledby="errors">
<h2 id="errors">Errors</h2>
<p>The body of an error contains <code>error_code</code>. A validation failure adds <code>detail</code>: an entry with <code>type</code>, <code>loc</code>, <code>msg</code> and <code>input</code> for every failing part.</p>
<div class="table"><table>
<thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${Object.entries(errorCodes).map(([code, { meaning }]) => html`<tr><td><a href="/docs/errors/${code}"><code>${code}</code></a></td><td>${errorStatus[code as ErrorCode]}</td><td>${meaning}</td></tr>\n`)}</tbody>
</table></div>
</section>
</main>`,
  )
}

/** The page that the Link header of an error refers to. */
export const renderError = (code: ErrorCode): string =>
  renderPage(
    code,
    html`<main>
<h1><code>${code}</code></h1>
<p>Status ${errorStatus[code]}. ${errorCodes[code].meaning}</p>
<p>${errorCodes[code].fix}</p>
<p><a href="/docs#errors">All errors</a></p>
</main>`,
  )

const renderPage = (title: string, body: Html): string =>
  htmlDocument({ language: 'en', meta: html``, title, style, body }).markup

function renderOperation(
  method: string,
  path: string,
  operation: Described,
  resolve: (schema: Field & Shape) => Shape,
): Html {
  const success = Object.keys(operation.responses).find((status) => status.startsWith('2'))!
  const response = operation.responses[success]!.content?.['application/json'].schema
  const body = operation.requestBody?.content?.['application/json'].schema
  const refusals = Object.keys(operation.responses).filter((status) => status !== success)
  return html`<section aria-labelledby="${operation.operationId}">
<h2 id="${operation.operationId}"><code>${method} ${path}</code></h2>
<p>${operation.summary}.</p>
${
  operation.parameters.length === 0
    ? ''
    : renderFields(
        'Parameters',
        Object.fromEntries(operation.parameters.map((parameter) => [parameter.name, parameter.schema])),
        operation.parameters.filter(({ required }) => required).map(({ name }) => name),
      )
}
${body === undefined ? '' : renderFields('Body', resolve(body).properties ?? {}, resolve(body).required ?? [])}
${response === undefined ? html`<h3>Response ${success}</h3><p>No body.</p>` : renderFields(`Response ${success}`, resolve(response).properties ?? {}, null)}
<p>Refused with ${refusals.join(', ')}: see <a href="#errors">errors</a>.</p>
</section>
`
}

/** `required` is null where every field is always present. */
function renderFields(title: string, fields: Record<string, Field>, required: string[] | null): Html {
  return html`<h3>${title}</h3>
<div class="table"><table>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${Object.entries(fields).map(([name, field]) => html`<tr><td><code>${name}</code>${required?.includes(name) ? ' (required)' : ''}</td><td>${typeName(field)}</td><td>${meaningOf(field)}</td></tr>\n`)}</tbody>
</table></div>
`
}

function typeName(field: Field): string {
  if (field.$ref !== undefined) return field.$ref.split('/').at(-1)!
  const types = [field.type ?? 'any'].flat()
  if (types.includes('array'))
    return `array of ${typeName(field.items ?? {})}${types.includes('null') ? ' or null' : ''}`
  return types.map((type) => (type === 'string' && field.format === 'date-time' ? 'date-time' : type)).join(' or ')
}

function meaningOf(field: Field): string {
  const choices = field.enum?.filter((value) => typeof value === 'string').join(', ')
  return [
    choices && `One of ${choices}.`,
    field.maxLength && `At most ${field.maxLength} characters.`,
    field.description,
  ]
    .filter(Boolean)
    .join(' ')
}
