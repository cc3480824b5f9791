import { type Html, hashSource, html } from '../html.ts'

/** No scripts, no forms and no way out of the frame, which only our own pages may contain. */
const framed = ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'self'", 'sandbox']
/** An email has its styles on its elements. */
export const emailPolicy = [...framed, "style-src 'unsafe-inline'"].join('; ')
/** The policy of a page with this style element, and with pictures that are part of it. */
export const framePolicy = (style: string): string =>
  [...framed, `style-src ${hashSource(style)}`, 'img-src data:'].join('; ')

/** The page with its scripts removed and its links as text: a reader of the frame must not leave it. */
export const withoutActions = (markup: string): string =>
  markup.replaceAll(/<script\b[\s\S]*?<\/script>/g, '').replaceAll(/<a\b([^>]*?)\shref="[^"]*"/g, '<a$1')

/**
 * A page in a page. The frame has no rights of its own, and its page allows nothing. With `query` a script shows what is typed in the
 * form of the page, before it is saved.
 */
export const previewFrame = (frame: {
  title: string
  path: string
  query?: string
  isShort?: true
  /** Where the response to a form is shown. */
  name?: string
}): Html =>
  html`<div class="preview${frame.isShort === true ? ' short' : ''}"><iframe${frame.name === undefined ? '' : html` name="${frame.name}"`} title="${frame.title}" src="${frame.path}${frame.query === undefined || frame.query === '' ? '' : `?${frame.query}`}" sandbox loading="lazy"${frame.query === undefined ? '' : html` data-preview="${frame.path}"`}></iframe></div>`
