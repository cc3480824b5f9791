import { type Html, html } from './html.ts'

export const renderTime = (at: string): Html => render(at, time)
export const renderDateAndTime = (at: string): Html => render(at, dateAndTime)

// The simulator runs on the reader's machine, so its time zone is the reader's.
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
const dateAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

function render(at: string, format: Intl.DateTimeFormat): Html {
  return html`<time datetime="${at}">${format.format(new Date(at))}</time>`
}
