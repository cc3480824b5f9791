import { type Html, html } from '../../html.ts'

/** Replaces the placeholders in braces, as plain text. */
export function fillText(text: string, values: Record<string, string>): string {
  return piecesOf(text)
    .map((piece) => values[nameOf(piece)] ?? piece)
    .join('')
}

/** The same as markup, for values with markup of their own, such as a name in another text direction. */
export function fillHtml(text: string, values: Record<string, Html>): Html {
  return html`${piecesOf(text).map((piece) => values[nameOf(piece)] ?? html`${piece}`)}`
}

const piecesOf = (text: string): string[] => text.split(/(\{\w+\})/)
const nameOf = (piece: string): string => piece.slice(1, -1)
