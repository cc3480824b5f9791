import { Marked, type RendererObject, type Tokens } from 'marked'
import { type Html, html } from '../../html.ts'
import { createAnchors } from './anchor.ts'
import { codeBlock } from './code-html.ts'
import { languageOf } from './highlight.ts'

/** Paragraphs, lists, tables and code of a text. */
export const renderMarkdown = (markdown: string): Html => ({
  markup: new Marked({ renderer: createRenderer(), gfm: true }).parse(markdown, { async: false }),
})

/** One sentence or a few: only spans and links. */
export const renderInline = (markdown: string): Html => ({
  markup: inlineMarked.parseInline(markdown, { async: false }),
})

/** Headings get anchors. Markup in the text is shown as text, because documents contain none. */
const createRenderer = (anchors = createAnchors()): RendererObject => ({
  heading({ tokens, depth, text }: Tokens.Heading) {
    const anchor = anchors(text)
    const content = { markup: this.parser.parseInline(tokens) }
    return `${html`<h${depth} id="${anchor}"><a class="anchor" href="#${anchor}">${content}</a></h${depth}>`.markup}\n`
  },
  code({ text, lang }: Tokens.Code) {
    return codeBlock(text, languageOf(lang)).markup
  },
  html({ text }: Tokens.HTML | Tokens.Tag) {
    return html`${text}`.markup
  },
  image({ text }: Tokens.Image) {
    return html`${text}`.markup
  },
  table({ header, rows }: Tokens.Table) {
    const contentOf = (cell: Tokens.TableCell): Html => ({ markup: this.parser.parseInline(cell.tokens) })
    const labels = header.map(({ text }) => plainText(text))
    // On a phone the cells of a row are below one another, and each shows its label.
    const cellOf = (cell: Tokens.TableCell, index: number): Html =>
      html`<td${index === 0 ? '' : html` data-label="${labels[index] ?? ''}"`}>${contentOf(cell)}</td>`
    return html`<div class="table${labels.length > 2 ? ' wide' : ''}" tabindex="0"><table>
<thead><tr>${header.map((cell) => html`<th scope="col">${contentOf(cell)}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map(cellOf)}</tr>\n`)}</tbody>
</table></div>
`.markup
  },
})
const inlineMarked = new Marked({ renderer: createRenderer(), gfm: true })

/** The text without its marks, for a title or a list of results. */
export const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

export type Heading = { depth: number; text: string }
/** The headings of a text, in their order. Lines are enough for them, and parsing the whole text is slow. */
export const headingsOf = (markdown: string): Heading[] =>
  [...markdown.replaceAll(fencedBlock, '').matchAll(/^(#{1,6}) +(.+)$/gm)].map(([, marks, text]) => ({
    depth: marks!.length,
    text: text!,
  }))

const fencedBlock = /^ *```[\s\S]*?^ *```/gm

/** A document split into its title, its first paragraph and the rest. */
export function splitDocument(markdown: string): { title: string; lead: string | null; rest: string } {
  const [, title, lead, rest] = /^# (.+)\n+((?!#|\||```|[-*>] )(?:.+\n)+)?([\s\S]*)$/.exec(markdown) ?? []
  if (title === undefined) throw new Error('a document of the site begins with its title')
  return { title, lead: lead?.trim() ?? null, rest: rest ?? '' }
}
