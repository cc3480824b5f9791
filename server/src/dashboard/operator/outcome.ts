import { type Html, html } from '../../html.ts'
import { note } from '../../pages/components.ts'

/** What a form of the page before did, in words. */
export type Result = { title: string; text: string }
/** What became of the form before: it did something, or it was refused, or the page was opened without one. */
export type FormOutcome = { result: Result | null; problem: string | null }

export const outcomeNotes = ({ result, problem }: FormOutcome): Html =>
  html`${problem === null ? none : note('bad', 'Nothing was changed', problem, true)}
${result === null ? none : note('good', result.title, result.text, true)}`

const none: Html = { markup: '' }
