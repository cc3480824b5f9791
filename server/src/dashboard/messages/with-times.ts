import { type Html, html } from '../../html.ts'
import { moment } from '../../pages/components.ts'

/** A sentence contains times as the interface writes them. They are shown in the time zone of the reader. */
export function withTimes(sentence: string): Html {
  const parts = sentence.split(/(\d{4}-\d{2}-\d{2}T[\d:.]+Z)/)
  return html`${parts.map((part, index) => (index % 2 === 1 ? moment(new Date(part)) : html`${part}`))}`
}
