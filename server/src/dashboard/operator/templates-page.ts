import { orderStatusLabels } from '../../channels/order.ts'
import type { TemplateState } from '../../channels/whatsapp/template-states.ts'
import type { SyncedTemplate } from '../../channels/whatsapp/template-sync.decide.ts'
import { type Html, html } from '../../html.ts'
import type { OrderStatus } from '../../order-status.ts'
import { actForm, actions, card, note, pageHead, submitButton, type Tone, table, tag } from '../../pages/components.ts'
import { type FormOutcome, outcomeNotes } from './outcome.ts'
import { templatesPath } from './paths.ts'

export type TemplateEntry = { order_status: OrderStatus; name: string; language: string; state: TemplateState }
type TemplatesPage = FormOutcome & {
  csrf: string
  mayChange: boolean
  templates: TemplateEntry[]
  /** What a synchronisation did. Null: the page was opened without one. */
  synced: SyncedTemplate[] | null
}

export const templatesPage = (page: TemplatesPage): Html => {
  const { csrf, mayChange, templates, synced } = page
  return html`${pageHead({
    title: 'WhatsApp templates',
    lead: 'One for each order status. Every business shares them, and only an approved one is sent. Emails and texts need none.',
  })}
${outcomeNotes(page)}
${synced === null ? none : syncedNote(synced)}
${table({
  caption: 'Templates',
  head: ['Order status', 'Template', 'State', 'What to do'],
  rows: templates.map(({ order_status: status, name, language, state }) => {
    const { tone, label, todo } = stateWords[state]
    const problem = synced?.find((one) => one.order_status === status)?.problem ?? null
    return html`<tr><th scope="row">${orderStatusLabels[status]}</th><td>${name}<br><span class="small soft">WhatsApp, language ${language}</span></td><td>${tag(tone, label)}</td><td>${problem === null ? todo : html`The platform refused to create it: ${problem}`}</td></tr>`
  }),
})}
${mayChange ? syncCard(csrf) : note('info', 'Only an admin synchronises the templates', 'The states are those of the last time.')}`
}

const none: Html = { markup: '' }
const stateWords: Record<TemplateState, { tone: Tone; label: string; todo: string }> = {
  approved: { tone: 'good', label: 'Approved', todo: 'Nothing. It is sent.' },
  in_review: {
    tone: 'warn',
    label: 'In review',
    todo: 'Wait for the platform, usually minutes, then synchronise again. A push with it is skipped as template_not_sendable until then.',
  },
  paused: {
    tone: 'warn',
    label: 'Paused',
    todo: 'Customers blocked or reported it too often. The platform resumes it by itself, or shows why in its manager. A fallback text is sent where a push asked for one.',
  },
  rejected: {
    tone: 'bad',
    label: 'Rejected',
    todo: 'Read the reason in the manager of the platform, appeal or correct it there, then synchronise again. A fallback text is sent where a push asked for one.',
  },
}

function syncedNote(synced: SyncedTemplate[]): Html {
  const count = (action: SyncedTemplate['action']): number => synced.filter((one) => one.action === action).length
  const text = `${count('created')} created, ${count('state_changed')} with another state, ${count('unchanged')} as before, ${count('failed')} refused by the platform.`
  return note(count('failed') === 0 ? 'good' : 'warn', 'The templates were synchronised', text, true)
}

const syncCard = (csrf: string): Html =>
  card({
    title: 'Synchronise now',
    body: html`<p>Creates at the platform what it lacks, and records the state of each. It can be repeated: what exists is not created again.</p>
${actForm({
  action: `${templatesPath}/sync`,
  csrf,
  from: templatesPath,
  content: actions(submitButton({ label: 'Synchronise', kind: 'primary', icon: 'repeat' })),
})}`,
    footer: 'The states are as old as the last time. It takes a few seconds and needs account_id in WHATSAPP_URL.',
  })
