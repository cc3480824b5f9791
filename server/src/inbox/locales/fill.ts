import { type Html, html } from '../../html.ts'

/** A text of ours with something in the place of its braces, as text. */
export function fillText(text: string, values: Record<string, string>): string {
  return piecesOf(text)
    .map((piece) => values[nameOf(piece)] ?? piece)
    .join('')
}

/** The same as markup, for what is shown apart from our words, such as a name that may run in another direction. */
export function fillHtml(text: string, values: Record<string, Html>): Html {
  return html`${piecesOf(text).map((piece) => values[nameOf(piece)] ?? html`${piece}`)}`
}

const piecesOf = (text: string): string[] => text.split(/(\{\w+\})/)
const nameOf = (piece: string): string => piece.slice(1, -1)
