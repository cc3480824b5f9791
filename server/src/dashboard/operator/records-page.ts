import { type Html, html } from '../../html.ts'
import { card, emptyState, moment, table } from '../../pages/components.ts'
import { pager } from '../../pages/lists.ts'
import { type BusinessFrame, businessFrame, tabPath } from './business-frame.ts'
import { noticeLine, type OperatorNotice } from './notice-words.ts'

export type ErasureEntry = { id: string; at: string; kind: 'recipient' | 'whatsapp' }
type RecordsPage = {
  notices: OperatorNotice[]
  /** Cursors of the next pages. */
  nextNotices: string | null
  erasures: ErasureEntry[]
  nextErasures: string | null
}

export const recordsPage = (
  frame: BusinessFrame,
  { notices, nextNotices, erasures, nextErasures }: RecordsPage,
): Html => {
  const path = tabPath(frame.business.id, 'records')
  return businessFrame(
    frame,
    'records',
    html`${card({
      title: 'Notices',
      body:
        notices.length === 0
          ? emptyState({ title: 'No notices', text: 'What needs attention about this business is listed here.' })
          : html`${table({ caption: 'Notices, newest first', head: ['When', 'What'], rows: notices.map((one) => html`<tr><td>${moment(new Date(one.at))}</td><td>${noticeLine(one)}</td></tr>`) })}${pager({ text: 'Newest first', ...(nextNotices !== null && { olderHref: `${path}?notices=${nextNotices}` }) })}`,
    })}
${card({
  title: 'Erasures',
  body:
    erasures.length === 0
      ? emptyState({
          icon: 'trash',
          title: 'Nothing was erased',
          text: 'Each erasure is listed with its time and without the person.',
        })
      : html`${table({ caption: 'Erasures, newest first', head: ['When', 'What', 'Id'], rows: erasures.map((one) => html`<tr><td>${moment(new Date(one.at))}</td><td>${one.kind === 'recipient' ? 'Everything about a recipient' : 'The WhatsApp history of a recipient'}</td><td>${one.id}</td></tr>`) })}${pager({ text: 'Newest first', ...(nextErasures !== null && { olderHref: `${path}?erasures=${nextErasures}` }) })}`,
})}`,
  )
}
